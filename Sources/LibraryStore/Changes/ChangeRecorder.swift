internal import LibraryModel
internal import SQLiteDatabase

/// The net effect of one change block, one entry per object, for the history.
///
/// Inserted then updated is inserted; inserted then deleted is nothing; updated then deleted is deleted; fields of
/// updates add up. Deleted then recovered is updated.
struct ChangeRecorder {
    /// The origin of what another device changed. Apps' rows are positive.
    static let anotherDevice: Int64 = -1

    struct Object: Hashable {
        var kind: ObjectKind
        var row: Int64
        var id: ObjectID
    }

    struct Entry {
        var object: Object
        /// Nil without a net change.
        var change: ChangeKind?
        var fields: ChangedFields
        /// The only app with limited access that sees the change; nil for a change of the object itself.
        var scope: Int64?
        /// The owner of an album or folder.
        var owner: Int64?
        /// The fields of an update that a limited owner sees.
        var ownerFields: ChangedFields
    }

    private struct Key: Hashable {
        var isAsset: Bool
        var row: Int64
        var scope: Int64?
    }

    private(set) var entries: [Entry] = []
    private var places: [Key: Int] = [:]
    private var made: Set<Key> = []

    /// Records that the block creates an object.
    mutating func made(_ object: Object, owner: Int64? = nil) {
        made.insert(key(object, nil))
        inserted(object, owner: owner)
    }

    /// Records that an object exists again, or becomes visible to an app.
    mutating func inserted(_ object: Object, owner: Int64? = nil, scope: Int64? = nil) {
        record(object, .inserted, [], owner: owner, scope: scope)
    }

    mutating func updated(_ object: Object, _ fields: ChangedFields, owner: Int64? = nil, scope: Int64? = nil) {
        record(object, .updated, fields, owner: owner, scope: scope)
    }

    mutating func deleted(_ object: Object, owner: Int64? = nil, scope: Int64? = nil) {
        record(object, .deleted, [], owner: owner, scope: scope)
    }

    /// Whether the block created the object. Recovered ones existed before.
    func isNew(_ object: Object) -> Bool { made.contains(key(object, nil)) }

    /// Whether the block recovered the object.
    func isBack(_ object: Object) -> Bool {
        guard !isNew(object), let place = places[key(object, nil)] else { return false }
        return entries[place].change == .inserted
    }

    private func key(_ object: Object, _ scope: Int64?) -> Key {
        Key(isAsset: object.kind == .asset, row: object.row, scope: scope)
    }

    private mutating func record(
        _ object: Object,
        _ change: ChangeKind,
        _ fields: ChangedFields,
        owner: Int64?,
        scope: Int64?
    ) {
        let key = key(object, scope)
        guard let place = places[key] else {
            places[key] = entries.count
            entries.append(
                Entry(
                    object: object,
                    change: change,
                    fields: fields,
                    scope: scope,
                    owner: owner,
                    ownerFields: fields
                )
            )
            return
        }
        switch (entries[place].change, change) {
        case (.inserted, .deleted):
            entries[place].change = nil
        case (nil, .inserted):
            // Recovered, deleted and recovered.
            entries[place].change = .inserted
        case (.updated, .updated):
            entries[place].fields.formUnion(fields)
            entries[place].ownerFields = entries[place].fields
        case (.updated, .deleted):
            entries[place].change = .deleted
            entries[place].fields = []
            entries[place].ownerFields = []
        case (.deleted, .inserted):
            // Recovered in the block that deleted it: earlier changes by the block are lost.
            entries[place].change = .updated
            entries[place].fields = ChangedFields(rawValue: .max)
            entries[place].ownerFields = entries[place].fields
        case (.inserted, _), (.deleted, _), (nil, _), (.updated, .inserted):
            break
        }
    }

    /// Removes fields of an update that a limited owner does not see.
    mutating func hideFromOwner(_ object: Object, _ fields: ChangedFields) {
        guard let place = places[key(object, nil)] else { return }
        entries[place].ownerFields.subtract(fields)
    }

    // MARK: Writing

    /// Writes the block's transaction. Returns nil without changes.
    func write(
        after head: HistoryHead,
        time: Int64,
        origin: Int64?,
        undoes: UInt64? = nil,
        _ connection: Connection
    ) throws -> UInt64? {
        let effective = entries.filter { $0.change != nil }
        guard !effective.isEmpty else { return nil }
        let sequence = head.sequence + 1
        let transaction = try connection.statement(
            """
            INSERT INTO change_transaction (sequence, time, origin, first_change, change_count, undoes)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        )
        try transaction.bind(Int64(bitPattern: sequence), at: 1)
        try transaction.bind(time, at: 2)
        try transaction.bind(origin, at: 3)
        try transaction.bind(head.nextChange, at: 4)
        try transaction.bind(Int64(effective.count), at: 5)
        try transaction.bind(undoes.map { Int64(bitPattern: $0) }, at: 6)
        try transaction.run()
        let insert = try connection.statement(
            """
            INSERT INTO change (row, sequence, object_kind, change_kind, fields, object, scope, object_row, owner,
                owner_fields)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for (offset, entry) in effective.enumerated() {
            try insert.bind(head.nextChange + Int64(offset), at: 1)
            try insert.bind(Int64(bitPattern: sequence), at: 2)
            try insert.bind(Int64(entry.object.kind.rawValue), at: 3)
            try insert.bind(Int64(entry.change?.rawValue ?? 0), at: 4)
            try insert.bind(Int64(entry.fields.rawValue), at: 5)
            try insert.bind(entry.object.id, at: 6)
            try insert.bind(entry.scope, at: 7)
            try insert.bind(entry.object.row, at: 8)
            try insert.bind(entry.owner, at: 9)
            try insert.bind(Int64(entry.ownerFields.rawValue), at: 10)
            try insert.run()
        }
        try dateCollections(effective, time, connection)
        try SeenTransactions.number(sequence, changesFrom: head.nextChange, connection)
        return sequence
    }

    /// Sets the modification dates of changed albums and folders; for a limited owner only when it sees the change. An
    /// entry scoped to one app (its selection changed) does not change the album, nor do changes of members.
    private func dateCollections(_ entries: [Entry], _ time: Int64, _ connection: Connection) throws {
        for entry in entries where entry.object.kind != .asset && entry.scope == nil && entry.change != .deleted {
            if entry.change == .updated && entry.fields == .summary { continue }
            let update = try connection.statement(
                """
                UPDATE collection SET modification_date = ?1,
                    owner_modification_date = CASE WHEN ?2 THEN ?1 ELSE owner_modification_date END
                WHERE row = ?3
                """
            )
            try update.bind(time, at: 1)
            try update.bind(entry.change == .inserted || !entry.ownerFields.isSubset(of: .summary), at: 2)
            try update.bind(entry.object.row, at: 3)
            try update.run()
        }
    }
}
