internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// Puts albums and folders into the folders and places that other devices gave them.
///
/// A folder that is not here yet, and one inside of which the folder itself would be, is kept as a wish
/// (`arriving_parent`), and the collection is on the top level. Of folders that were moved into each other the one with
/// the largest record goes to the top level, on every device alike.
struct SyncedFolders {
    var block: BlockApplication

    private var connection: Connection { block.connection }
    private var records: CloudRecords { CloudRecords(connection: connection) }
    private var siblings: SiblingOrder { SiblingOrder(connection: connection) }

    mutating func apply(_ collections: [(row: Int64, values: SyncedValues)]) throws {
        for (row, values) in collections {
            guard let parent = values.parent else { continue }
            try forgetWish(of: row)
            if let parent { try put(row, into: parent) } else { try putOnTop(row) }
        }
        try grantWishes()
        try arrange(collections)
    }

    // MARK: Folders

    private mutating func put(_ collection: Int64, into record: ObjectID) throws {
        guard let folder = try records.row(of: record, .collectionList) else {
            try wish(collection, record)
            return try putOnTop(collection)
        }
        let path = try path(from: folder, to: collection)
        if !path.isEmpty {
            var last: (row: Int64, record: ObjectID)?
            for row in path {
                guard let record = try records.record(of: row, .collectionList) else { continue }
                if last.map({ $0.record < record }) ?? true { last = (row, record) }
            }
            guard let last, last.row != collection else {
                try wish(collection, record)
                return try putOnTop(collection)
            }
            if let parent = try siblings.folder(of: last.row),
                let wanted = try records.record(of: parent, .collectionList)
            {
                try wish(last.row, wanted)
            }
            try putOnTop(last.row)
        }
        guard let member = try CollectionRecord(collection, connection),
            let folder = try CollectionRecord(folder, connection)
        else { return }
        try block.insertMembers(.folder(folder.id), [LocalIdentifier(member.kind, member.id)], at: nil)
    }

    /// The folders from one up to another that it is in, both included; empty when it is not.
    private func path(from folder: Int64, to ancestor: Int64) throws -> [Int64] {
        var path: [Int64] = []
        var row = folder
        while row != 0 {
            path.append(row)
            if row == ancestor { return path }
            row = try siblings.folder(of: row) ?? 0
        }
        return []
    }

    private mutating func putOnTop(_ collection: Int64) throws {
        guard try siblings.folder(of: collection) != 0, let member = try CollectionRecord(collection, connection) else {
            return
        }
        try block.insertMembers(.topLevel, [LocalIdentifier(member.kind, member.id)], at: nil)
    }

    // MARK: Wishes

    private func wish(_ collection: Int64, _ parent: ObjectID) throws {
        let wish = try connection.statement("INSERT OR REPLACE INTO arriving_parent (member, record) VALUES (?, ?)")
        try wish.bind(collection, at: 1)
        try wish.bind(parent, at: 2)
        try wish.run()
    }

    private func forgetWish(of collection: Int64) throws {
        let forget = try connection.statement("DELETE FROM arriving_parent WHERE member = ?")
        try forget.bind(collection, at: 1)
        try forget.run()
    }

    /// Moves what can be where it belongs now. One move may make way for another.
    private mutating func grantWishes() throws {
        var wishes = try wishes()
        var isDone = false
        while !isDone {
            isDone = true
            for (collection, record) in wishes {
                guard let folder = try records.row(of: record, .collectionList),
                    try path(from: folder, to: collection).isEmpty
                else { continue }
                try forgetWish(of: collection)
                try put(collection, into: record)
                isDone = false
            }
            wishes = isDone ? [] : try self.wishes()
        }
    }

    private func wishes() throws -> [(collection: Int64, record: ObjectID)] {
        let select = try connection.statement("SELECT member, record FROM arriving_parent ORDER BY member")
        var wishes: [(collection: Int64, record: ObjectID)] = []
        while try select.step() { wishes.append((select.integer(0), try select.identifier(1))) }
        return wishes
    }

    // MARK: Order

    private mutating func arrange(_ collections: [(row: Int64, values: SyncedValues)]) throws {
        var moved: [Int64: [Int64]] = [:]
        for (row, values) in collections where values.place != nil || values.parent != nil {
            if let place = values.place { try siblings.set(place, of: row) }
            if let folder = try siblings.folder(of: row) { moved[folder, default: []].append(row) }
        }
        for (folder, children) in moved.sorted(by: { $0.key < $1.key }) {
            guard let wanted = try siblings.wantedOrder(in: folder) else { continue }
            try block.willChangeMembers(ofRow: folder)
            // The top level is not an object: its members' places are theirs.
            if folder == 0 { for child in children { try block.willChangeParent(ofRow: child) } }
            try block.folders.arrange(wanted, in: folder)
        }
    }
}
