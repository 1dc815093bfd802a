// LibraryModel
