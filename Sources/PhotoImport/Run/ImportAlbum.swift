package import LibraryModel

/// The album that an import fills.
package struct ImportAlbum: Hashable, Sendable {
    package var id: ObjectID
    /// The title of an album that the first block has still to create.
    package var titleToCreate: String?
    /// The folder in which it is created; nil for the top level.
    package var parent: ObjectID?

    package init(id: ObjectID, titleToCreate: String? = nil, parent: ObjectID? = nil) {
        self.id = id
        self.titleToCreate = titleToCreate
        self.parent = parent
    }
}
