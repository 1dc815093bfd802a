internal import CloudSync
internal import SQLiteDatabase

/// Gives places to albums and folders. Each folder's members are read once, so that a place for each of many of them
/// does not take the square of their number.
final class SiblingPlaces {
    let order: SiblingOrder
    private var folders: [Int64: FolderSiblings] = [:]

    init(_ connection: Connection) { order = SiblingOrder(connection: connection) }

    /// Gives the collection a place between those of its neighbours, unless it has one there.
    func givePlace(to collection: Int64, _ device: DeviceID) throws {
        guard let folder = try order.folder(of: collection) else { return }
        if folders[folder] == nil { folders[folder] = FolderSiblings(try order.siblings(in: folder)) }
        guard let siblings = folders[folder], let index = siblings.index[collection] else { return }
        let previous = siblings.place(before: index)
        let next = siblings.place(after: index, beyond: previous)
        if let place = siblings.members[index].place, previous.map({ $0 < place }) ?? true,
            next.map({ place < $0 }) ?? true
        {
            return
        }
        let run =
            Position.run(1, after: previous, before: next, device: device)
            ?? Position.run(1, after: previous, before: nil, device: device)
        guard let place = run?.first else { return }
        try order.set(place, of: collection)
        siblings.set(place, at: index)
    }
}

/// The members of a folder.
private final class FolderSiblings {
    private(set) var members: [SiblingOrder.Sibling]
    /// Where a collection is in `members`.
    let index: [Int64: Int]
    /// After this one none has a place.
    private var lastPlaced: Int

    init(_ members: [SiblingOrder.Sibling]) {
        self.members = members
        index = Dictionary(members.enumerated().map { ($1.row, $0) }) { first, _ in first }
        lastPlaced = members.lastIndex { $0.place != nil } ?? -1
    }

    func place(before index: Int) -> Position? { members[..<index].last { $0.place != nil }?.place }

    func place(after index: Int, beyond previous: Position?) -> Position? {
        guard index < lastPlaced else { return nil }
        return members[(index + 1)...lastPlaced].lazy.compactMap(\.place).first { next in
            previous.map { $0 < next } ?? true
        }
    }

    func set(_ place: Position, at index: Int) {
        members[index].place = place
        lastPlaced = max(lastPlaced, index)
    }
}
