internal import LibraryModel
internal import SQLiteDatabase

/// What an app with limited access sees of its albums and folders before and after a block by others.
///
/// Compares only visible members: changes of others are none for the owner.
struct OwnerVisibilityDiff {
    private struct Members {
        var collection: CollectionRecord
        var owner: Int64
        var before: [Int64]
    }

    private struct Parent {
        var collection: CollectionRecord
        var owner: Int64
        var before: Int64?
    }

    private var members: [Int64: Members] = [:]
    private var parents: [Int64: Parent] = [:]
    /// Albums with a member of another date or hidden state, and whether their owner sees one.
    private var summaries: [Int64: (collection: CollectionRecord, isSeen: Bool)] = [:]

    /// Call this before changing the members of another app's collection.
    mutating func willChangeMembers(of collection: CollectionRecord, actor: Int64?, _ connection: Connection) throws {
        guard let owner = collection.owner, owner != actor, members[collection.row] == nil else { return }
        members[collection.row] = Members(
            collection: collection,
            owner: owner,
            before: try OwnerVisibilityDiff.members(of: collection, seenBy: owner, connection)
        )
    }

    /// Call this before moving another app's collection.
    mutating func willChangeParent(of collection: CollectionRecord, actor: Int64?, _ connection: Connection) throws {
        guard let owner = collection.owner, owner != actor, parents[collection.row] == nil else { return }
        parents[collection.row] = Parent(
            collection: collection,
            owner: owner,
            before: try OwnerVisibilityDiff.parent(of: collection, seenBy: owner, connection)
        )
    }

    /// Call this when a member of another app's album is hidden, shown or gets another date.
    mutating func willChangeSummary(
        of album: CollectionRecord,
        by member: Int64,
        actor: Int64?,
        _ connection: Connection
    ) throws {
        guard let owner = album.owner, owner != actor, summaries[album.row]?.isSeen != true else { return }
        let isSeen = try connection.showing(.limited(app: owner)) {
            let select = try connection.statement("SELECT 1 FROM seen_asset WHERE row = ?")
            try select.bind(member, at: 1)
            return try select.step()
        }
        summaries[album.row] = (album, isSeen)
    }

    /// Call this at the end of the block. Removes invisible changes from the owners' history.
    func conceal(from recorder: inout ChangeRecorder, _ connection: Connection) throws {
        for entry in members.values {
            let after = try OwnerVisibilityDiff.members(of: entry.collection, seenBy: entry.owner, connection)
            if after == entry.before { recorder.hideFromOwner(entry.collection.object, .members) }
        }
        for entry in parents.values {
            let after = try OwnerVisibilityDiff.parent(of: entry.collection, seenBy: entry.owner, connection)
            if after == entry.before { recorder.hideFromOwner(entry.collection.object, .parent) }
        }
        for entry in summaries.values where !entry.isSeen {
            recorder.hideFromOwner(entry.collection.object, .summary)
        }
    }

    private static func members(
        of collection: CollectionRecord,
        seenBy owner: Int64,
        _ connection: Connection
    ) throws -> [Int64] {
        try connection.showing(.limited(app: owner)) {
            let select =
                if collection.kind == .assetCollection {
                    try connection.statement("SELECT row FROM limited_member WHERE container = ? ORDER BY position")
                } else {
                    try connection.statement("SELECT member FROM limited_child WHERE container = ? ORDER BY position")
                }
            try select.bind(collection.row, at: 1)
            var members: [Int64] = []
            while try select.step() { members.append(select.integer(0)) }
            return members
        }
    }

    private static func parent(
        of collection: CollectionRecord,
        seenBy owner: Int64,
        _ connection: Connection
    ) throws -> Int64? {
        try connection.showing(.limited(app: owner)) {
            let select = try connection.statement("SELECT container FROM limited_child WHERE member = ?")
            try select.bind(collection.row, at: 1)
            return try select.step() ? select.integer(0) : nil
        }
    }
}
