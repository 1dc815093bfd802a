internal import LibraryModel
internal import SQLiteDatabase

/// What the app that owns an album or folder sees of it with limited access, before and after somebody else's block.
///
/// The same filter on both sides: a change among members that the owner does not see is none to it.
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
    /// Albums of which a member is shown otherwise, and whether their owner sees one that is.
    private var summaries: [Int64: (collection: CollectionRecord, isSeen: Bool)] = [:]

    /// Before the members of a collection of another app's are touched.
    mutating func willChangeMembers(of collection: CollectionRecord, actor: Int64?, _ connection: Connection) throws {
        guard let owner = collection.owner, owner != actor, members[collection.row] == nil else { return }
        members[collection.row] = Members(
            collection: collection,
            owner: owner,
            before: try OwnerVisibilityDiff.members(of: collection, seenBy: owner, connection)
        )
    }

    /// Before a collection of another app's gets another parent.
    mutating func willChangeParent(of collection: CollectionRecord, actor: Int64?, _ connection: Connection) throws {
        guard let owner = collection.owner, owner != actor, parents[collection.row] == nil else { return }
        parents[collection.row] = Parent(
            collection: collection,
            owner: owner,
            before: try OwnerVisibilityDiff.parent(of: collection, seenBy: owner, connection)
        )
    }

    /// When a member of an album of another app's is hidden, shown or dated anew.
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

    /// At the end of the block: takes out of the owners' history what they did not see.
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
