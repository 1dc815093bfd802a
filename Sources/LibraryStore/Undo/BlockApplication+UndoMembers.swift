internal import LibraryModel
internal import SQLiteDatabase

/// Restoring members of albums and folders. Removes all moving members first, so that each gets its former position
/// whatever is still at the positions of others.
extension BlockApplication {
    /// Restores members of an album to their positions, and removes those that were not in it. Returns those that
    /// cannot be restored any more.
    mutating func restoreMembers(of row: Int64, _ targets: [FormerEntry]) throws -> [FormerEntry] {
        guard !targets.isEmpty, let album = try CollectionRecord(row, connection) else { return targets }
        let order = OrderedMembers(table: .album, connection: connection)
        var failed: [FormerEntry] = []
        var places: [OrderedMembers.Place] = []
        try willChangeMembers(of: album)
        for target in targets {
            guard try isAsset(target.key.member) else {
                failed.append(target)
                continue
            }
            try order.remove(target.key.member, from: row)
            guard case .position(_, let position) = target.former else { continue }
            places.append(OrderedMembers.Place(member: target.key.member, position: position))
        }
        try order.putBack(places, into: row)
        return failed
    }

    private func isAsset(_ row: Int64) throws -> Bool {
        let select = try connection.statement("SELECT 1 FROM asset WHERE row = ?")
        try select.bind(row, at: 1)
        return try select.step()
    }

    // MARK: Albums and folders in folders

    /// An album or folder that moves.
    private struct Move {
        var target: FormerEntry
        /// Nil when the folder does not exist any more.
        var wanted: Placement?
        /// Nil for a recreated collection, which has no parent yet.
        var present: Placement?
    }

    private struct Placement {
        /// 0 for the top level.
        var container: Int64
        var position: Int64
    }

    /// Moves albums and folders back into their former folders. Returns those for which that is not possible any more:
    /// they stay where they are, or go to the top level without a parent.
    mutating func restorePlacements(_ targets: [FormerEntry]) throws -> [FormerEntry] {
        var failed: [FormerEntry] = []
        let moves = try moves(targets, &failed)
        for move in moves {
            guard let present = move.present else { continue }
            try folders.remove(move.target.key.row, from: present.container)
        }
        // By row: the target of each removed collection.
        var parents: [Int64: Int64] = [:]
        var places: [Int64: [OrderedMembers.Place]] = [:]
        var orphans: [Int64] = []
        for move in moves {
            let row = move.target.key.row
            let choices = [move.wanted, move.present].compactMap(\.self)
            let choice = try choices.first { try !isInside($0.container, row, parents) }
            if choice == nil || choice?.container != move.wanted?.container { failed.append(move.target) }
            parents[row] = choice?.container ?? 0
            guard let choice else {
                orphans.append(row)
                continue
            }
            places[choice.container, default: []].append(OrderedMembers.Place(member: row, position: choice.position))
        }
        for (container, places) in places.sorted(by: { $0.key < $1.key }) {
            try folders.putBack(places, into: container)
        }
        try folders.insert(orphans, into: 0, before: nil)
        return failed
    }

    /// Returns the moves in the order of insertion. Marks every collection whose members or parent change, before any
    /// moves.
    private mutating func moves(_ targets: [FormerEntry], _ failed: inout [FormerEntry]) throws -> [Move] {
        var moves: [Move] = []
        for target in targets {
            guard case .position(let container, let position) = target.former,
                let collection = try CollectionRecord(target.key.row, connection)
            else {
                failed.append(target)
                continue
            }
            let present = try placement(of: collection.row)
            var wanted: Placement?
            if try container == 0 || isFolder(container) {
                wanted = Placement(container: container, position: position)
            } else if present != nil {
                failed.append(target)
                continue
            }
            try willChangeMembers(ofRow: wanted?.container ?? 0)
            if let present {
                try willChangeMembers(ofRow: present.container)
                if present.container != container || container == 0 {
                    try ownerVisibility.willChangeParent(of: collection, actor: app, connection)
                    recorder.updated(collection.object, .parent, owner: collection.owner)
                }
            }
            moves.append(Move(target: target, wanted: wanted, present: present))
        }
        return moves
    }

    private func placement(of collection: Int64) throws -> Placement? {
        let select = try connection.statement("SELECT container, position FROM folder_member WHERE member = ?")
        try select.bind(collection, at: 1)
        guard try select.step() else { return nil }
        return Placement(container: select.integer(0), position: select.integer(1))
    }

    /// Whether a container is a collection or a descendant of it.
    private func isInside(_ container: Int64, _ collection: Int64, _ parents: [Int64: Int64]) throws -> Bool {
        var ancestor = container
        while ancestor != 0 {
            if ancestor == collection { return true }
            ancestor = try parents[ancestor] ?? parent(of: ancestor) ?? 0
        }
        return false
    }

    private func isFolder(_ row: Int64) throws -> Bool {
        try CollectionRecord(row, connection)?.kind == .collectionList
    }
}
