import CloudSync
import LibraryModel
import LibraryStore
import Testing

/// A library that is synchronised by hand: what the engine would ask of it.
final class SyncedMachine {
    let library: TestLibrary
    private(set) var position: UInt64 = 0
    /// Every file that any machine has made, by digest: what the bucket is.
    private var files: [[UInt8]: StagedFile] = [:]

    init(directory: ScratchDirectory = ScratchDirectory(), at position: UInt64 = 0) throws {
        library = try TestLibrary(directory: directory)
        self.position = position
    }

    var store: LibraryStore { library.store }
    var person: LibraryView { library.person }

    /// What the person and apps changed since it was asked last.
    func changes() throws -> [SyncedChange] {
        var changes: [SyncedChange] = []
        while true {
            let page = try store.localChanges(after: position)
            changes += page.changes
            position = page.position
            if !page.hasMore { return changes }
        }
    }

    @discardableResult
    func apply(_ changes: [SyncedChange], key: ObjectID = .random()) throws -> SyncedOutcome {
        try store.apply(SyncedBatch(key: key, position: position, changes: changes))
    }

    /// Takes a file in that another machine made.
    func take(_ file: StagedFile) throws {
        files[file.sha256] = file
        try store.tookIn(content: file.sha256, at: file.relativePath, size: file.size)
    }

    /// Shows what is complete.
    func showArrivals() throws {
        var last: ObjectID?
        while let arrival = try store.nextArrival(after: last) {
            last = arrival.record
            let metadata = files.filter { arrival.contents.contains($0.key) }.mapValues(\.metadata)
            _ = try store.show(arrival.record, metadata: metadata)
        }
    }

    /// Everything of the library, in the form of records.
    func everything() throws -> [SyncedChange] {
        var all: [ObjectID: SyncedChange] = [:]
        var position: UInt64 = 0
        while true {
            let page = try store.localChanges(after: position)
            for change in page.changes { all[change.record] = change.inOrder }
            position = page.position
            if !page.hasMore { break }
        }
        self.position = position
        return all.values.sorted { $0.record < $1.record }
    }

    func asset(withRecord record: ObjectID) throws -> ObjectID? {
        let cloud = CloudIdentifier(.asset, record: record)
        return try person.localIdentifiers(of: [cloud])[0].first?.id
    }

    func trash() throws -> [ObjectID] {
        try library.texts("SELECT hex(id) FROM asset WHERE shelf >= 4").compactMap { digits in
            guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16) else {
                return nil
            }
            return ObjectID(high: high, low: low)
        }
    }

    func record(of asset: ObjectID) throws -> ObjectID {
        try #require(person.cloudIdentifiers(of: [LocalIdentifier(.asset, asset)])[0]).record
    }
}

/// Hands over what each changed, and the files that the other lacks.
func synchronize(_ left: SyncedMachine, _ right: SyncedMachine, _ files: [StagedFile] = []) throws {
    for (source, target) in [(left, right), (right, left)] {
        let changes = try source.changes()
        _ = try target.changes()
        guard !changes.isEmpty else { continue }
        guard case .applied = try target.apply(changes) else {
            Issue.record("the batch was refused")
            return
        }
        for file in files { try target.take(file) }
        try target.showArrivals()
    }
}

extension SyncedChange {
    /// Without the time, fields and sets by number, marks by value.
    fileprivate var inOrder: SyncedChange {
        var change = self
        change.time = 0
        change.fields = fields.filter { $0.value != nil }.sorted { $0.number < $1.number }
        change.sets = sets.filter { !$0.elements.isEmpty }.sorted { $0.number < $1.number }
        return change
    }

    func value(_ number: FieldNumber) -> [UInt8]? { fields.last { $0.number == number.rawValue }?.value }
    func elements(_ number: SetNumber) -> [[UInt8]]? { sets.last { $0.number == number.rawValue }?.elements }
}
