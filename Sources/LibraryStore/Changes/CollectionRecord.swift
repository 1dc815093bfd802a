internal import LibraryModel
internal import SQLiteDatabase

/// The row of an album or a folder.
struct CollectionRecord: Hashable {
    var row: Int64
    var id: ObjectID
    var kind: ObjectKind
    /// The app that created it; nil for the person.
    var owner: Int64?

    var object: ChangeRecorder.Object { ChangeRecorder.Object(kind: kind, row: row, id: id) }

    init(row: Int64, id: ObjectID, kind: ObjectKind, owner: Int64?) {
        self.row = row
        self.id = id
        self.kind = kind
        self.owner = owner
    }

    /// Returns nil for a row that does not exist.
    init?(_ row: Int64, _ connection: Connection) throws {
        let select = try connection.statement("SELECT id, kind, owner FROM collection WHERE row = ?")
        try select.bind(row, at: 1)
        guard try select.step(), let kind = UInt8(exactly: select.integer(1)).flatMap(ObjectKind.init(rawValue:))
        else { return nil }
        self.init(row: row, id: try select.identifier(0), kind: kind, owner: select.optionalInteger(2))
    }
}

/// The containment of collections.
enum MemberContainer {
    case album(CollectionRecord)
    case folder(CollectionRecord)
    case topLevel

    /// 0 for the top level.
    var row: Int64 {
        switch self {
        case .album(let collection), .folder(let collection): collection.row
        case .topLevel: 0
        }
    }

    var collection: CollectionRecord? {
        switch self {
        case .album(let collection), .folder(let collection): collection
        case .topLevel: nil
        }
    }

    var table: OrderedMembers.Table {
        switch self {
        case .album: .album
        case .folder, .topLevel: .folder
        }
    }
}
