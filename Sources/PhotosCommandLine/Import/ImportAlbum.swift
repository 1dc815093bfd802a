import LibraryModel

/// The album that an import fills.
struct ImportAlbum: Hashable, Sendable {
    var id: ObjectID
    /// The title of an album that the first block has still to create.
    var titleToCreate: String?
    /// The folder in which it is created; nil for the top level.
    var parent: ObjectID?
}
