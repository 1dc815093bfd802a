internal import LibraryModel
internal import LinuxSystem
internal import SQLiteDatabase

/// Converts between identifiers of a snapshot's visible objects and cloud identifiers.
struct CloudIdentifierLookup {
    private let snapshot: Snapshot
    private var connection: Connection { snapshot.connection }

    /// Assets of equal content that match one identifier.
    static let maximumCandidates: Int64 = 64

    /// Throws without permission to read.
    init(_ snapshot: Snapshot) throws {
        try snapshot.visibility.requireReading()
        self.snapshot = snapshot
    }

    // MARK: Local to cloud

    /// Returns nil for objects that are not visible. Without `newIdentifier` also for those that have no record yet,
    /// whose indexes are `missing`.
    func identifiers(
        of objects: [LocalIdentifier],
        mintingWith newIdentifier: (() -> ObjectID)? = nil
    ) throws -> (identifiers: [CloudIdentifier?], missing: [Int]) {
        var missing: [Int] = []
        var identifiers: [CloudIdentifier?] = []
        identifiers.reserveCapacity(objects.count)
        for (offset, object) in objects.enumerated() {
            if offset % Snapshot.interruptionInterval == 0 { try connection.checkInterruption() }
            if object.kind == .assetCollection, let album = snapshot.smartAlbum(object.id) {
                identifiers.append(CloudIdentifier(album))
                continue
            }
            guard let row = try self.row(of: object) else {
                identifiers.append(nil)
                continue
            }
            var record = try self.record(of: row, object.kind)
            if record == nil, let newIdentifier {
                record = newIdentifier()
                try insert(record, row, object.kind)
            }
            if let record {
                let content = object.kind == .asset ? try content(of: row) : nil
                identifiers.append(CloudIdentifier(object.kind.cloudKind, record: record, content: content))
            } else {
                missing.append(offset)
                identifiers.append(nil)
            }
        }
        return (identifiers, missing)
    }

    private func row(of object: LocalIdentifier) throws -> Int64? {
        try RowLookup(snapshot, object.kind).row(of: object.id)
    }

    private func record(of row: Int64, _ kind: ObjectKind) throws -> ObjectID? {
        let select = try connection.statement("SELECT record FROM seen_cloud_identifier WHERE kind = ? AND object = ?")
        try select.bind(Int64(kind.rawValue), at: 1)
        try select.bind(row, at: 2)
        return try select.step() ? try select.identifier(0) : nil
    }

    private func insert(_ record: ObjectID?, _ row: Int64, _ kind: ObjectKind) throws {
        guard let record else { return }
        let insert = try connection.statement("INSERT INTO cloud_identifier (kind, object, record) VALUES (?, ?, ?)")
        try insert.bind(Int64(kind.rawValue), at: 1)
        try insert.bind(row, at: 2)
        try insert.bind(record, at: 3)
        try insert.run()
    }

    /// Nil for an app that gets no places: it has all other bytes of the file in its copy, so the digest would confirm
    /// a guessed place.
    private func content(of asset: Int64) throws -> (first: ObjectID, second: ObjectID)? {
        if connection.hidesPlaces { return nil }
        let select = try connection.statement(
            "SELECT digest FROM seen_resource WHERE asset = ? AND kind <= 3 ORDER BY kind LIMIT 1"
        )
        try select.bind(asset, at: 1)
        guard try select.step() else { return nil }
        let digest = select.blob(0)
        guard let first = ObjectID(bytes: digest.prefix(16)), let second = ObjectID(bytes: digest.dropFirst(16)) else {
            throw LibraryError.invalidDigest
        }
        return (first, second)
    }

    // MARK: Cloud to local

    /// Returns lists in the order of `identifiers`. Nil matches nothing.
    func objects(of identifiers: [CloudIdentifier?], onlySynced: Bool) throws -> [[LocalIdentifier]] {
        var objects: [[LocalIdentifier]] = []
        objects.reserveCapacity(identifiers.count)
        for (offset, identifier) in identifiers.enumerated() {
            if offset % Snapshot.interruptionInterval == 0 { try connection.checkInterruption() }
            objects.append(try identifier.map { try self.objects(of: $0, onlySynced: onlySynced) } ?? [])
        }
        return objects
    }

    private func objects(of identifier: CloudIdentifier, onlySynced: Bool) throws -> [LocalIdentifier] {
        if identifier.kind == .smartAlbum {
            guard identifier.record.high == 0, let rawValue = UInt32(exactly: identifier.record.low),
                let album = SmartAlbum(rawValue: rawValue), album.exists(for: snapshot.visibility)
            else { return [] }
            return [LocalIdentifier(.assetCollection, album.identifier(in: snapshot.identity.id))]
        }
        guard let kind = ObjectKind(rawValue: identifier.kind.rawValue) else { return [] }
        if let object = try object(withRecord: identifier.record, kind) { return [object] }
        guard kind == .asset, !onlySynced, !connection.hidesPlaces else { return [] }
        return try assets(withContent: identifier.content)
    }

    // Literals, because the connection finds their prepared statements fastest: a call may look up 100,000.

    private func object(withRecord record: ObjectID, _ kind: ObjectKind) throws -> LocalIdentifier? {
        guard let row = try row(withRecord: record, kind) else { return nil }
        let select =
            if kind == .asset {
                try connection.statement("SELECT id FROM seen_asset WHERE row = ?")
            } else {
                try connection.statement("SELECT id FROM seen_collection WHERE row = ?")
            }
        try select.bind(row, at: 1)
        return try select.step() ? LocalIdentifier(kind, try select.identifier(0)) : nil
    }

    private func row(withRecord record: ObjectID, _ kind: ObjectKind) throws -> Int64? {
        let select = try connection.statement("SELECT object FROM seen_cloud_identifier WHERE record = ? AND kind = ?")
        try select.bind(record, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        return try select.step() ? select.integer(0) : nil
    }

    private func assets(withContent content: (first: ObjectID, second: ObjectID)) throws -> [LocalIdentifier] {
        let select = try connection.statement(
            """
            SELECT o.id FROM seen_resource r CROSS JOIN seen_asset o ON o.row = r.asset
            WHERE r.digest = ?1 AND r.kind <= 3 ORDER BY o.row LIMIT ?2
            """
        )
        try select.bind(content.first.bytes + content.second.bytes, at: 1)
        try select.bind(CloudIdentifierLookup.maximumCandidates, at: 2)
        var found: [LocalIdentifier] = []
        while try select.step() { found.append(LocalIdentifier(.asset, try select.identifier(0))) }
        return found
    }
}

extension ObjectKind {
    fileprivate var cloudKind: CloudIdentifier.Kind {
        switch self {
        case .asset: .asset
        case .assetCollection: .assetCollection
        case .collectionList: .collectionList
        }
    }
}
