internal import LibraryModel

/// The value of a field of an object, complete enough to restore it.
enum FormerValue: Hashable {
    /// No title, no location, not a favourite, not a member, no edit; an album or folder that does not exist.
    case nothing
    /// An object that exists.
    case there
    case number(Int64)
    case date(Int64, offset: Int64?, source: Int64?)
    case place(Coordinate)
    case text(String)
    case texts([String])
    /// The position of a member of an album, or of an album or folder in a folder. In rows.
    case position(container: Int64, Int64)
    /// Recently deleted, since this time.
    case trashed(Int64)
    case edit(FormerEdit)
    /// A deleted collection.
    case collection(FormerCollection)
}

/// An edit with its rendered files, which stay in the bundle while the value is kept.
struct FormerEdit: Hashable {
    var formatIdentifier: String
    var formatVersion: String
    var data: [UInt8]
    var picture: FormerFile
    /// Of a Live Photo whose movie was edited, too.
    var movie: FormerMovie?
}

/// A rendered file of an edit.
struct FormerFile: Hashable {
    var path: String
    var digest: [UInt8]
    var filename: String
    var contentType: String
    /// Bytes.
    var size: Int64
    var pixelWidth: Int64
    var pixelHeight: Int64
}

struct FormerMovie: Hashable {
    var file: FormerFile
    /// Seconds.
    var duration: Double
    var stillTime: Double?
}

/// A deleted album or folder. The members of a folder have entries of their own.
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

/// One field of one object, of which a former value can be kept.
struct FieldKey: Hashable {
    var kind: ObjectKind
    var row: Int64
    /// One field; empty for the existence of the object.
    var field: ChangedFields
    /// The row of an album's member; 0 for other fields.
    var member: Int64 = 0
}
