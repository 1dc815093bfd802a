// LibraryStore
