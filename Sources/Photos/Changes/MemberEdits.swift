import LibraryModel

/// The edits of one album's or folder's members, where indexes are resolved against the list that the app saw.
///
/// Each edit changes the list that the next one's indexes mean, as with an array.
struct MemberEdits {
    let container: ChangeOperation.Container
    /// What the app saw, made only when an index is used.
    private var members: [LocalIdentifier]?
    private let seen: () -> [LocalIdentifier]

    init(_ container: ChangeOperation.Container, seen: @escaping () -> [LocalIdentifier]) {
        self.container = container
        self.seen = seen
    }

    private mutating func resolvedMembers() -> [LocalIdentifier] {
        if let members { return members }
        let resolved = seen()
        members = resolved
        return resolved
    }

    mutating func add(_ added: [LocalIdentifier]) -> [ChangeOperation] {
        if let members {
            let present = Set(members)
            self.members = members + added.unique(without: present)
        }
        return added.isEmpty ? [] : [.insertMembers(container, added, at: nil)]
    }

    /// Inserts the objects so that they have the indexes afterwards, the lowest first.
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
            members.insert(contentsOf: stretch.unique(without: present), at: run.lowerBound)
            operations.append(.insertMembers(container, stretch, at: run.lowerBound))
        }
        self.members = members
        return operations
    }

    mutating func remove(_ removed: [LocalIdentifier]) -> [ChangeOperation] {
        if let members {
            let gone = Set(removed)
            self.members = members.filter { !gone.contains($0) }
        }
        return removed.isEmpty ? [] : [.removeMembers(container, removed)]
    }

    mutating func remove(at indexes: IndexSet) -> [ChangeOperation] {
        remove(members(at: indexes))
    }

    mutating func replace(at indexes: IndexSet, with replacements: [LocalIdentifier]) -> [ChangeOperation] {
        remove(at: indexes) + insert(replacements, at: indexes)
    }

    /// Takes the objects out and puts them back together, before index `destination` of what is left.
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
    /// Each once, without those that are members already.
    fileprivate func unique(without present: Set<LocalIdentifier>) -> [LocalIdentifier] {
        var seen = present
        return filter { seen.insert($0).inserted }
    }
}
