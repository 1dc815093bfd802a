// LibraryServer
