internal import LibraryModel
internal import SQLiteDatabase

/// Members of albums and folders, and their order.
///
/// Positions count the members that a fetch of the container shows to the principal: without hidden assets, and without
/// objects invisible to a limited app. Invisible members keep their neighbours as far as possible.
extension BlockApplication {
    mutating func insertMembers(
        _ named: ChangeOperation.Container,
        _ members: [LocalIdentifier],
        at index: Int?
    ) throws {
        let container = try resolve(named)
        let order = OrderedMembers(table: container.table, connection: connection)
        var added: [Int64] = []
        var seen: Set<Int64> = []
        for member in try members.map({ try requireMember($0, container) }) {
            guard seen.insert(member).inserted, try !isMember(member, container, order) else { continue }
            added.append(member)
        }
        let next = try position(index, container)
        guard !added.isEmpty else { return }
        if let collection = container.collection { try willChangeMembers(of: collection) }
        for member in added { try willMove(member, container) }
        if container.table == .folder {
            for child in added { try leaveParent(child, for: container) }
        }
        try order.insert(added, into: container.row, before: next)
    }

    mutating func removeMembers(_ named: ChangeOperation.Container, _ members: [LocalIdentifier]) throws {
        let container = try resolve(named)
        if case .topLevel = container {
            throw LibraryError(.changeNotSupported, "every album and folder is somewhere: move it, or delete it")
        }
        let order = OrderedMembers(table: container.table, connection: connection)
        var removed: [Int64] = []
        for member in try members.map({ try requireMember($0, container) })
        where try order.contains(member, in: container.row) {
            if removed.isEmpty, let collection = container.collection { try willChangeMembers(of: collection) }
            try willMove(member, container)
            if container.table == .folder { try willChangeParent(ofRow: member) }
            try order.remove(member, from: container.row)
            removed.append(member)
        }
        // An album or folder removed from a folder moves to the top level.
        if container.table == .folder { try order.insert(removed, into: 0, before: nil) }
    }

    mutating func moveMembers(
        _ named: ChangeOperation.Container,
        _ members: [LocalIdentifier],
        to index: Int?
    ) throws {
        let container = try resolve(named)
        let order = OrderedMembers(table: container.table, connection: connection)
        var moved: [Int64] = []
        var seen: Set<Int64> = []
        for member in try members.map({ try requireMember($0, container) }) {
            guard try isMember(member, container, order) else { throw LibraryError.noSuchObject }
            // Collections of a limited app that the person has put into their own folders stay there.
            guard try order.contains(member, in: container.row), seen.insert(member).inserted else { continue }
            moved.append(member)
        }
        guard !moved.isEmpty else { return }
        if let collection = container.collection { try willChangeMembers(of: collection) }
        for member in moved { try willMove(member, container) }
        // The top level is not an object.
        if case .topLevel = container { for member in moved { try willChangeParent(ofRow: member) } }
        for member in moved { try order.remove(member, from: container.row) }
        try order.insert(moved, into: container.row, before: try position(index, container))
    }

    // MARK: Steps

    private func resolve(_ container: ChangeOperation.Container) throws -> MemberContainer {
        switch container {
        case .album(let id): .album(try requireCollection(id, .assetCollection))
        case .folder(let id): .folder(try requireCollection(id, .collectionList))
        case .topLevel: .topLevel
        }
    }

    private func requireMember(_ member: LocalIdentifier, _ container: MemberContainer) throws -> Int64 {
        switch (container.table, member.kind) {
        case (.album, .asset): try requireAssetRow(member.id)
        case (.folder, .assetCollection), (.folder, .collectionList):
            try requireCollection(member.id, member.kind).row
        case (.album, _):
            throw LibraryError(.changeNotSupported, "an album holds assets only")
        case (.folder, .asset):
            throw LibraryError(.changeNotSupported, "a folder holds albums and folders only")
        }
    }

    /// Whether it is a visible member of the container.
    private func isMember(_ member: Int64, _ container: MemberContainer, _ order: OrderedMembers) throws -> Bool {
        if try order.contains(member, in: container.row) { return true }
        guard case .topLevel = container else { return false }
        let select = try connection.statement(
            assembled: "SELECT 1 FROM \(snapshot.visibility.topLevel) WHERE member = ?"
        )
        try select.bind(member, at: 1)
        return try select.step()
    }

    /// Call this before inserting, removing or moving a member.
    private mutating func willMove(_ member: Int64, _ container: MemberContainer) throws {
        if case .album(let album) = container { return try willChange(album, .members, member: member) }
        guard let collection = try CollectionRecord(member, connection) else { return }
        movedCollections.insert(member)
        try willChange(collection, .parent)
    }

    private mutating func leaveParent(_ child: Int64, for container: MemberContainer) throws {
        var ancestor = container.row
        while ancestor != 0 {
            guard ancestor != child else {
                throw LibraryError(.changeNotSupported, "a folder cannot be inside itself")
            }
            ancestor = try parent(of: ancestor) ?? 0
        }
        guard let old = try parent(of: child) else { return }
        try willChangeMembers(ofRow: old)
        try willChangeParent(ofRow: child)
        try folders.remove(child, from: old)
    }

    mutating func willChangeParent(ofRow row: Int64) throws {
        guard let collection = try CollectionRecord(row, connection) else { return }
        try ownerVisibility.willChangeParent(of: collection, actor: app, connection)
        recorder.updated(collection.object, .parent, owner: collection.owner)
    }

    /// Returns the position of the visible member at an index; nil for the end.
    private func position(_ index: Int?, _ container: MemberContainer) throws -> Int64? {
        guard let index else { return nil }
        guard index >= 0 else { throw outOfBounds }
        if index == 0 { return try positions(container, skipping: 0) }
        // The member before shows that the index is not beyond the end.
        let select = try visiblePositions(container)
        try select.bind(Int64(index - 1), at: 2)
        guard try select.step() else { throw outOfBounds }
        guard try select.step() else { return nil }
        return select.integer(1) == container.row ? select.integer(0) : nil
    }

    private func positions(_ container: MemberContainer, skipping count: Int64) throws -> Int64? {
        let select = try visiblePositions(container)
        try select.bind(count, at: 2)
        guard try select.step() else { return nil }
        return select.integer(1) == container.row ? select.integer(0) : nil
    }

    private var outOfBounds: LibraryError {
        LibraryError(.invalidRequest, "the position is beyond the end of the album or folder")
    }

    /// The positions and containers of visible members, in order. Parameter 2: the number to skip.
    private func visiblePositions(_ container: MemberContainer) throws -> Statement {
        let visibility = snapshot.visibility
        let source =
            switch container {
            case .album: "\(visibility.members) WHERE shelf = 0 AND container = ?1 ORDER BY position"
            case .folder: "\(visibility.children) WHERE container = ?1 ORDER BY position"
            case .topLevel: "\(visibility.topLevel) WHERE container >= ?1 ORDER BY container, position"
            }
        let statement = try connection.statement(
            assembled: "SELECT position, container FROM \(source) LIMIT 2 OFFSET ?2"
        )
        try statement.bind(container.row, at: 1)
        return statement
    }
}
