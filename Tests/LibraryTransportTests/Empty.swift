// LibraryTransport
