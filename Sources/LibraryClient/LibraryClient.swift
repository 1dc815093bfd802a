// LibraryClient
