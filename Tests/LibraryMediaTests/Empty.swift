// LibraryMedia
