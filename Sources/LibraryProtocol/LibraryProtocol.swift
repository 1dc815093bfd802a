// LibraryProtocol
