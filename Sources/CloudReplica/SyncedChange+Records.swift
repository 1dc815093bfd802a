internal import CloudSync
internal import LibraryModel

// The same change as the library and as the engine have it.

extension LocalChange {
    /// Nil for digests that are none.
    init?(_ change: SyncedChange) {
        var edits: [Edit] = []
        if change.isPurged { edits.append(.purge) }
        for field in change.fields {
            let contents = field.contents.compactMap { ContentDigest(bytes: $0) }
            guard contents.count == field.contents.count else { return nil }
            edits.append(.set(FieldNumber(rawValue: field.number), field.value, contents: contents))
        }
        for set in change.sets {
            let number = SetNumber(rawValue: set.number)
            if number == .members {
                edits.append(.members(set.elements.compactMap { ObjectID(bytes: $0) }))
            } else {
                edits.append(.elements(number, set.elements))
            }
        }
        self.init(
            record: change.record,
            kind: RecordKind(rawValue: change.kind),
            time: change.time,
            edits: edits
        )
    }
}

extension SyncedBatch {
    init(_ batch: LibraryBatch) {
        self.init(key: batch.key, position: batch.position, changes: batch.changes.map(SyncedChange.init))
    }
}

extension SyncedChange {
    init(_ change: LibraryChange) {
        self.init(record: change.record, kind: change.kind.rawValue)
        isPurged = change.isPurged
        fields = change.fields.sorted { $0.key < $1.key }.map { number, value in
            Field(number.rawValue, value, contents: SyncedChange.contents(of: number, value).map(\.bytes))
        }
        sets = change.sets.sorted { $0.key < $1.key }.map { Elements($0.key.rawValue, $0.value) }
    }

    /// The files that a value names; none of a value that this version cannot read.
    private static func contents(of number: FieldNumber, _ value: [UInt8]?) -> [ContentDigest] {
        guard let value else { return [] }
        do throws(SyncFailure) {
            switch number {
            case .originals: return try ResourceList(bytes: value).entries.map(\.content)
            case .edit: return try EditValue(bytes: value).rendered.entries.map(\.content)
            default: return []
            }
        } catch { return [] }
    }
}
