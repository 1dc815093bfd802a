package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Changes of an app, or of the person, for the person's review.
extension LibraryStore {
    /// Returns transactions of an app, of the person for nil, with the former values that are kept, newest first: those
    /// at `since` or later, only `transaction`, or those before the sequence `before`.
    package func changes(
        of app: String?,
        since: Int64? = nil,
        transaction: UInt64? = nil,
        before: UInt64? = nil,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> AppChanges {
        let configuration = configuration
        let identity = identity
        return try read(cancellation) { connection in
            guard let entries = try FormerEntries(of: app, connection) else { return AppChanges() }
            var changes = AppChanges()
            let select = try connection.statement(
                """
                SELECT sequence, time, first_change, change_count, undoes FROM change_transaction
                WHERE origin IS ?1 AND sequence <= ?2 AND sequence >= ?3 AND time >= ?4 ORDER BY sequence DESC LIMIT ?5
                """
            )
            let last = before.map { $0 == 0 ? 0 : $0 - 1 } ?? UInt64(Int64.max)
            try select.bind(entries.origin, at: 1)
            try select.bind(Int64(clamping: transaction ?? last), at: 2)
            try select.bind(Int64(clamping: transaction ?? 0), at: 3)
            try select.bind(since ?? Int64.min, at: 4)
            try select.bind(Int64(AppChanges.maximumTransactions + 1), at: 5)
            let shown = ShownValues(connection) { configuration.tag(identity.mintKey, $0) }
            let limit = transaction == nil ? AppChanges.maximumListed : AppChanges.maximumListedAlone
            while try select.step() {
                guard changes.transactions.count < AppChanges.maximumTransactions else {
                    changes.hasMore = true
                    break
                }
                let sequence = UInt64(bitPattern: select.integer(0))
                let counts = try LibraryStore.counts(select.integer(2), select.integer(3), connection)
                var transaction = AppTransaction(
                    sequence: sequence,
                    time: select.integer(1),
                    insertedCount: counts[.inserted] ?? 0,
                    updatedCount: counts[.updated] ?? 0,
                    deletedCount: counts[.deleted] ?? 0,
                    changes: try entries.entries(of: sequence, limit: limit).map { try shown.change($0) },
                    keptCount: try entries.count(of: sequence)
                )
                transaction.undoes = select.optionalInteger(4).map { UInt64(bitPattern: $0) }
                changes.transactions.append(transaction)
            }
            return changes
        }
    }

    /// Counts the changes of a transaction by kind.
    private static func counts(_ first: Int64, _ count: Int64, _ connection: Connection) throws -> [ChangeKind: Int] {
        let select = try connection.statement(
            "SELECT change_kind, count(*) FROM change WHERE row >= ?1 AND row - ?1 < ?2 GROUP BY change_kind"
        )
        try select.bind(first, at: 1)
        try select.bind(count, at: 2)
        var counts: [ChangeKind: Int] = [:]
        while try select.step() {
            guard let kind = UInt8(exactly: select.integer(0)).flatMap(ChangeKind.init(rawValue:)) else { continue }
            counts[kind] = Int(clamping: select.integer(1))
        }
        return counts
    }
}

/// Former and present values for clients.
struct ShownValues {
    private let connection: Connection
    private let tag: ([UInt8]) -> [UInt8]

    init(_ connection: Connection, tag: @escaping ([UInt8]) -> [UInt8]) {
        self.connection = connection
        self.tag = tag
    }

    func change(_ entry: FormerEntry) throws -> FieldChange {
        let present = try FormerValue(of: entry.key, connection)
        return try change(entry, present: present, standing: present.map { entry.standing(of: $0, tag) } ?? .gone)
    }

    func change(_ entry: FormerEntry, present: FormerValue?, standing: FieldChange.Standing) throws -> FieldChange {
        FieldChange(
            LocalIdentifier(entry.key.kind, entry.object),
            entry.key.field,
            member: entry.key.member == 0 ? nil : try identifier(ofAsset: entry.key.member),
            former: try shown(entry.former, of: entry.key),
            present: try present.map { try shown($0, of: entry.key) } ?? .nothing,
            standing
        )
    }

    private func shown(_ value: FormerValue, of key: FieldKey) throws -> FieldValue {
        switch value {
        case .nothing, .trashed: .nothing
        case .there, .collection: .number(1)
        case .number(let number): .number(number)
        case .date(let date, _, _): .number(date)
        case .place(let place): .place(place)
        case .text(let text): .text(String(text.prefix(FieldValue.maximumShown)))
        case .texts(let texts): .texts(Array(texts.prefix(FieldValue.maximumShownTexts)))
        case .edit(let edit): .text(String(edit.formatIdentifier.prefix(FieldValue.maximumShown)))
        case .position where key.kind == .assetCollection && key.field == .members: .number(1)
        case .position(let container, _): try CollectionRecord(container, connection).map { .folder($0.id) } ?? .nothing
        }
    }

    /// Returns nil for an asset that does not exist any more.
    private func identifier(ofAsset row: Int64) throws -> ObjectID? {
        let select = try connection.statement("SELECT id FROM asset WHERE row = ?")
        try select.bind(row, at: 1)
        return try select.step() ? select.identifier(0) : nil
    }
}
