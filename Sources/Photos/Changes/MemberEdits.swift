import LibraryModel

/// Edits of an album's or folder's members, whose indexes refer to the list that the app fetched.
///
/// Each edit changes the list for the indexes of the next one, as with an array.
struct MemberEdits {
    let container: ChangeOperation.Container
    /// The fetched list with the edits so far; nil until an index is used.
    private var members: [LocalIdentifier]?
    private let seen: () -> [LocalIdentifier]
    /// The edits until then, in order.
    private var earlier: [EditByIdentity] = []

    /// An edit without indexes.
    private enum EditByIdentity {
        case add([LocalIdentifier])
        case remove([LocalIdentifier])

        func apply(to members: inout [LocalIdentifier]) {
            switch self {
            case .add(let added): members += added.unique(without: Set(members))
            case .remove(let removed):
                let gone = Set(removed)
                members.removeAll { gone.contains($0) }
            }
        }
    }

    init(_ container: ChangeOperation.Container, seen: @escaping () -> [LocalIdentifier]) {
        self.container = container
        self.seen = seen
    }

    private mutating func resolvedMembers() -> [LocalIdentifier] {
        if let members { return members }
        var resolved = seen()
        for edit in earlier { edit.apply(to: &resolved) }
        earlier = []
        members = resolved
        return resolved
    }

    private mutating func note(_ edit: EditByIdentity) {
        guard var members else {
            earlier.append(edit)
            return
        }
        edit.apply(to: &members)
        self.members = members
    }

    mutating func add(_ added: [LocalIdentifier]) -> [ChangeOperation] {
        note(.add(added))
        return added.isEmpty ? [] : [.insertMembers(container, added, at: nil)]
    }

    /// Inserts the objects so that they end up at the indexes, lowest first.
    mutating func insert(_ inserted: [LocalIdentifier], at indexes: IndexSet) -> [ChangeOperation] {
        guard inserted.count == indexes.count else {
            raise("\(inserted.count) objects cannot be inserted at \(indexes.count) indexes")
        }
        var members = resolvedMembers()
        let present = Set(members)
        var operations: [ChangeOperation] = []
        var remaining = inserted[...]
        for run in indexes.rangeView {
            let stretch = Array(remaining.prefix(run.count))
            remaining = remaining.dropFirst(run.count)
            guard run.lowerBound <= members.count else {
                raise("index \(run.lowerBound) is beyond the \(members.count) members")
            }
            // The end of the fetched list means the end, also if other apps have removed members since.
            let position = run.lowerBound == members.count ? nil : run.lowerBound
            members.insert(contentsOf: stretch.unique(without: present), at: run.lowerBound)
            operations.append(.insertMembers(container, stretch, at: position))
        }
        self.members = members
        return operations
    }

    mutating func remove(_ removed: [LocalIdentifier]) -> [ChangeOperation] {
        note(.remove(removed))
        return removed.isEmpty ? [] : [.removeMembers(container, removed)]
    }

    mutating func remove(at indexes: IndexSet) -> [ChangeOperation] {
        remove(members(at: indexes))
    }

    mutating func replace(at indexes: IndexSet, with replacements: [LocalIdentifier]) -> [ChangeOperation] {
        remove(at: indexes) + insert(replacements, at: indexes)
    }

    /// Removes the objects and inserts them together before index `destination` of the rest.
    mutating func move(at indexes: IndexSet, to destination: Int) -> [ChangeOperation] {
        let moved = members(at: indexes)
        let gone = Set(moved)
        var left = resolvedMembers().filter { !gone.contains($0) }
        guard destination >= 0, destination <= left.count else {
            raise("index \(destination) is beyond the \(left.count) members that stay")
        }
        left.insert(contentsOf: moved, at: destination)
        members = left
        return moved.isEmpty ? [] : [.moveMembers(container, moved, to: destination)]
    }

    private mutating func members(at indexes: IndexSet) -> [LocalIdentifier] {
        let members = resolvedMembers()
        if let last = indexes.last, last >= members.count {
            raise("index \(last) is beyond the \(members.count) members")
        }
        return indexes.map { members[$0] }
    }
}

extension [LocalIdentifier] {
    /// Without duplicates and existing members.
    fileprivate func unique(without present: Set<LocalIdentifier>) -> [LocalIdentifier] {
        var seen = present
        return filter { seen.insert($0).inserted }
    }
}
