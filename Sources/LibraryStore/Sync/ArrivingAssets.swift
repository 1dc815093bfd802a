internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// What other devices wrote of assets that cannot be shown yet: everything of an asset that is not here, because its
/// files are missing, and originals and edits of one that is here, whose files are.
///
/// The files come one by one, and lie in the library without an asset until they are complete.
struct ArrivingAssets {
    let connection: Connection

    private static let fieldsWithFiles: Set<UInt16> = [FieldNumber.originals.rawValue, FieldNumber.edit.rawValue]

    /// A field or a set, numbered as one.
    private enum Item: Equatable {
        case field(UInt16)
        case set(UInt16)

        /// Sets come after all fields.
        private static let firstSet: Int64 = 65_536

        var number: Int64 {
            switch self {
            case .field(let number): Int64(number)
            case .set(let number): Int64(number) + Item.firstSet
            }
        }

        init?(_ number: Int64) {
            if let field = UInt16(exactly: number) {
                self = .field(field)
            } else if let set = UInt16(exactly: number - Item.firstSet) {
                self = .set(set)
            } else {
                return nil
            }
        }
    }

    // MARK: Keeping

    func keep(_ record: ObjectID, _ field: SyncedChange.Field) throws {
        guard ArrivingAssets.fieldsWithFiles.contains(field.number) else {
            return try put(record, .field(field.number), field.value, isReady: false)
        }
        let contents: [ContentDigest]
        do throws(SyncFailure) { contents = try ArrivingAssets.contents(of: field) } catch {
            // The record keeps what this version cannot read; the library goes on without it.
            return
        }
        // Most are new.
        if try awaits(record, field.number) { try forget(record, field.number) }
        var isReady = true
        for content in contents {
            let known = try file(content)
            isReady = isReady && known != nil
            let insert = try connection.statement(
                "INSERT OR REPLACE INTO arriving_file (digest, record, number, path, size) VALUES (?, ?, ?, ?, ?)"
            )
            try insert.bind(content.bytes, at: 1)
            try insert.bind(record, at: 2)
            try insert.bind(Int64(field.number), at: 3)
            try insert.bind(known?.path, at: 4)
            try insert.bind(known?.size, at: 5)
            try insert.run()
        }
        try put(record, .field(field.number), field.value, isReady: isReady)
    }

    func keep(_ record: ObjectID, _ elements: SyncedChange.Elements) throws {
        let value = elements.elements.flatMap { element in FieldValue.integer(Int64(element.count)) + element }
        try put(record, .set(elements.number), value, isReady: false)
    }

    /// Keeps a file that leaves an asset, because another one of its kind comes from another device, until the asset is
    /// deleted for good: it may not be in the bucket yet. One that is in the bucket alone stays there.
    func keepReplaced(_ kind: UInt16, of asset: Int64, _ record: ObjectID) throws {
        let item = Item.set(SetNumber.files.rawValue)
        let select = try connection.statement("SELECT row, digest FROM resource WHERE asset = ? AND kind = ?")
        try select.bind(asset, at: 1)
        try select.bind(Int64(kind), at: 2)
        guard try select.step() else { return }
        let (resource, digest) = (select.integer(0), select.blob(1))
        select.reset()
        let keep = try connection.statement(
            """
            INSERT OR REPLACE INTO arriving_file (digest, record, number, path, size)
            SELECT digest, ?2, ?3, path, size FROM resource WHERE row = ?1
                AND NOT EXISTS (SELECT 1 FROM evicted_file WHERE digest = ?4)
            """
        )
        try keep.bind(resource, at: 1)
        try keep.bind(record, at: 2)
        try keep.bind(item.number, at: 3)
        try keep.bind(digest, at: 4)
        try keep.run()
        if connection.changedRowCount > 0 {
            // What the set says comes from other devices.
            let note = try connection.statement(
                "INSERT OR IGNORE INTO arriving_value (record, number, is_ready) VALUES (?, ?, 0)"
            )
            try note.bind(record, at: 1)
            try note.bind(item.number, at: 2)
            try note.run()
        }
        try AssetErasure.eraseResources("SELECT row, path, digest FROM resource WHERE row = ?", resource, connection)
    }

    private func put(_ record: ObjectID, _ item: Item, _ value: [UInt8]?, isReady: Bool) throws {
        let put = try connection.statement(
            "INSERT OR REPLACE INTO arriving_value (record, number, value, is_ready) VALUES (?, ?, ?, ?)"
        )
        try put.bind(record, at: 1)
        try put.bind(item.number, at: 2)
        if let value { try put.bind(value, at: 3) } else { try put.bindNull(at: 3) }
        try put.bind(isReady, at: 4)
        try put.run()
    }

    /// The files that a value names.
    private static func contents(of field: SyncedChange.Field) throws(SyncFailure) -> [ContentDigest] {
        guard let value = field.value else { return [] }
        let list =
            field.number == FieldNumber.edit.rawValue
            ? try EditValue(bytes: value).rendered : try ResourceList(bytes: value)
        return list.entries.map(\.content)
    }

    /// A file that is in the library already, and not in the cloud alone.
    private func file(_ content: ContentDigest) throws -> (path: String, size: Int64)? {
        let select = try connection.statement(
            """
            SELECT path, size FROM resource WHERE digest = ?1
                AND NOT EXISTS (SELECT 1 FROM evicted_file WHERE digest = ?1) UNION ALL
            SELECT path, size FROM arriving_file WHERE digest = ?1 AND path IS NOT NULL LIMIT 1
            """
        )
        try select.bind(content.bytes, at: 1)
        return try select.step() ? (select.text(0), select.integer(1)) : nil
    }

    // MARK: Forgetting

    /// Forgets one field.
    func forget(_ record: ObjectID, _ number: UInt16) throws { try forget(record, .field(number)) }

    private func forget(_ record: ObjectID, _ item: Item) throws {
        try discard(record, item.number)
        let files = try connection.statement("DELETE FROM arriving_file WHERE record = ? AND number = ?")
        try files.bind(record, at: 1)
        try files.bind(item.number, at: 2)
        try files.run()
        let value = try connection.statement("DELETE FROM arriving_value WHERE record = ? AND number = ?")
        try value.bind(record, at: 1)
        try value.bind(item.number, at: 2)
        try value.run()
    }

    /// Forgets everything of an asset.
    func forget(_ record: ObjectID) throws { for item in try items(of: record) { try forget(record, item) } }

    /// Forgets what an asset has taken that is shown now: all but its edit, and the names of files that are not shown.
    func forgetShown(_ record: ObjectID) throws {
        let kept: [Item] = [.field(FieldNumber.edit.rawValue), .set(SetNumber.files.rawValue)]
        for item in try items(of: record) where !kept.contains(item) { try forget(record, item) }
    }

    private func items(of record: ObjectID) throws -> [Item] {
        let select = try connection.statement("SELECT number FROM arriving_value WHERE record = ?")
        try select.bind(record, at: 1)
        var items: [Item] = []
        while try select.step() {
            if let item = Item(select.integer(0)) { items.append(item) }
        }
        return items
    }

    /// Files that nothing else names are deleted.
    private func discard(_ record: ObjectID, _ number: Int64) throws {
        let discard = try connection.statement(
            """
            INSERT OR IGNORE INTO discarded_file (path, digest)
            SELECT path, digest FROM arriving_file WHERE record = ? AND number = ? AND path IS NOT NULL
            """
        )
        try discard.bind(record, at: 1)
        try discard.bind(number, at: 2)
        try discard.run()
    }

    // MARK: Reading

    func awaits(_ record: ObjectID, _ number: UInt16) throws -> Bool {
        let select = try connection.statement("SELECT 1 FROM arriving_value WHERE record = ? AND number = ?")
        try select.bind(record, at: 1)
        try select.bind(Int64(number), at: 2)
        return try select.step()
    }

    func isReady(_ record: ObjectID, _ number: FieldNumber) throws -> Bool {
        let select = try connection.statement(
            "SELECT 1 FROM arriving_value WHERE record = ? AND number = ? AND is_ready = 1"
        )
        try select.bind(record, at: 1)
        try select.bind(Int64(number.rawValue), at: 2)
        return try select.step()
    }

    /// All that is known of an asset.
    func values(of record: ObjectID) throws -> SyncedChange {
        var change = SyncedChange(record: record, kind: RecordKind.asset.rawValue)
        let select = try connection.statement("SELECT number, value FROM arriving_value WHERE record = ?")
        try select.bind(record, at: 1)
        while try select.step() {
            let value = select.isNull(1) ? nil : select.blob(1)
            switch Item(select.integer(0)) {
            case .field(let number): change.fields.append(.init(number, value))
            case .set(let number): change.sets.append(.init(number, ArrivingAssets.elements(value ?? [])))
            case nil: break
            }
        }
        return change
    }

    static func elements(_ value: [UInt8]) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        var rest = value[...]
        while let length = FieldValue.integer(from: Array(rest.prefix(8))), length >= 0, length <= rest.count - 8 {
            elements.append(Array(rest.dropFirst(8).prefix(Int(length))))
            rest = rest.dropFirst(8 + Int(length))
        }
        return elements
    }

    /// The files of an asset that are here.
    func files(of record: ObjectID) throws -> [ContentDigest: (path: String, size: Int64)] {
        let select = try connection.statement(
            "SELECT digest, path, size FROM arriving_file WHERE record = ? AND path IS NOT NULL"
        )
        try select.bind(record, at: 1)
        var files: [ContentDigest: (path: String, size: Int64)] = [:]
        while try select.step() {
            guard let digest = ContentDigest(bytes: select.blob(0)) else { continue }
            files[digest] = (select.text(1), select.integer(2))
        }
        return files
    }

    func missingFiles(of record: ObjectID, _ number: UInt16) throws -> [[UInt8]] {
        let select = try connection.statement(
            """
            SELECT digest FROM arriving_file f WHERE record = ? AND number = ? AND path IS NULL
                AND NOT EXISTS (SELECT 1 FROM refused_file r WHERE r.digest = f.digest)
            ORDER BY digest
            """
        )
        try select.bind(record, at: 1)
        try select.bind(Int64(number), at: 2)
        var missing: [[UInt8]] = []
        while try select.step() { missing.append(select.blob(0)) }
        return missing
    }

    // MARK: Files

    /// A file has come. Notes which fields are complete now.
    func take(_ digest: [UInt8], at path: String, size: Int64) throws {
        let take = try connection.statement(
            """
            UPDATE arriving_file SET path = ?2, size = ?3
            WHERE substr(digest, 1, 4) = substr(?1, 1, 4) AND digest = ?1 AND path IS NULL
            """
        )
        try take.bind(digest, at: 1)
        try take.bind(path, at: 2)
        try take.bind(size, at: 3)
        try take.run()
        let ready = try connection.statement(
            """
            UPDATE arriving_value SET is_ready = 1
            WHERE (record, number) IN (
                SELECT record, number FROM arriving_file WHERE digest = ? AND path IS NOT NULL) AND NOT EXISTS (
                SELECT 1 FROM arriving_file f
                WHERE f.record = arriving_value.record AND f.number = arriving_value.number AND f.path IS NULL)
            """
        )
        try ready.bind(digest, at: 1)
        try ready.run()
    }

    /// The asset cannot be made of its files. It is tried again when another device changes them.
    func refuse(_ record: ObjectID) throws {
        let refuse = try connection.statement(
            "UPDATE arriving_value SET is_ready = 0 WHERE record = ? AND is_ready = 1"
        )
        try refuse.bind(record, at: 1)
        try refuse.run()
    }
}
