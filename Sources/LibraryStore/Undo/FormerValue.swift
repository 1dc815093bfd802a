internal import LibraryModel

/// What is in a field of an object, exactly enough to put it back.
enum FormerValue: Hashable {
    /// No title, no place, not a favourite, not a member, no edit; an album or folder that is not there.
    case nothing
    /// An object that is there, and no more is to be said of it.
    case there
    case number(Int64)
    case date(Int64, offset: Int64?, source: Int64?)
    case place(Coordinate)
    case text(String)
    case texts([String])
    /// Where a member is in an album, or an album or folder in a folder; rows.
    case position(container: Int64, Int64)
    /// Recently deleted, since then.
    case trashed(Int64)
    case edit(FormerEdit)
    /// A collection that was deleted.
    case collection(FormerCollection)
}

/// An edit with the picture that it made. The file stays in the bundle as long as the value is kept.
struct FormerEdit: Hashable {
    var formatIdentifier: String
    var formatVersion: String
    var data: [UInt8]
    var path: String
    var digest: [UInt8]
    var filename: String
    var contentType: String
    /// Bytes.
    var size: Int64
    var pixelWidth: Int64
    var pixelHeight: Int64
}

/// An album or folder that was deleted. What was in a folder is told by the entries of what was in it.
struct FormerCollection: Hashable {
    struct Member: Hashable {
        var row: Int64
        var position: Int64
    }

    var title: String
    var owner: Int64?
    var ownerModificationDate: Int64?
    var container: Int64
    var position: Int64
    /// Of a cloud identifier.
    var record: [UInt8]?
    /// Of an album.
    var members: [Member]
}

/// One field of one object: what history keeps a former value of.
struct FieldKey: Hashable {
    var kind: ObjectKind
    var row: Int64
    /// One field; none: whether the object is there.
    var field: ChangedFields
    /// Of an album's members, the row of the one that is meant; otherwise 0.
    var member: Int64 = 0
}
