internal import LibraryModel
internal import SQLiteDatabase

/// A change of an app's selection, as a transaction in history that only this app sees: added assets are inserted,
/// removed ones deleted, and albums of the app whose visible members change are updated.
struct SelectionChange {
    private let app: Int64
    private let connection: Connection
    private let head: HistoryHead
    private let snapshot: Snapshot
    private var recorder = ChangeRecorder()

    init(app: Int64, _ snapshot: Snapshot) throws {
        self.app = app
        self.snapshot = snapshot
        connection = snapshot.connection
        head = try HistoryHead(connection)
    }

    private func objects(_ ids: [ObjectID]) throws -> [ChangeRecorder.Object] {
        try ids.map { id in
            guard let row = try snapshot.assetRow(id) else { throw LibraryError.noSuchObject }
            return ChangeRecorder.Object(kind: .asset, row: row, id: id)
        }
    }

    mutating func select(_ ids: [ObjectID]) throws {
        let assets = try objects(ids)
        let insert = try connection.statement(
            """
            INSERT INTO selection (app, asset, since_sequence) SELECT ?1, ?2, ?3 WHERE NOT EXISTS
                (SELECT 1 FROM selection WHERE app = ?1 AND asset = ?2 AND until_sequence IS NULL)
            """
        )
        try insert.bind(app, at: 1)
        try insert.bind(Int64(bitPattern: head.sequence + 1), at: 3)
        for asset in assets {
            try insert.bind(asset.row, at: 2)
            try insert.run()
            guard connection.changedRowCount > 0 else { continue }
            recorder.inserted(asset, scope: app)
            try updateAlbums(with: asset)
        }
    }

    mutating func deselect(_ ids: [ObjectID]) throws {
        let assets = try objects(ids)
        let update = try connection.statement(
            """
            UPDATE selection SET until_sequence = ?3 WHERE app = ?1 AND asset = ?2 AND until_sequence IS NULL
            """
        )
        try update.bind(app, at: 1)
        try update.bind(Int64(bitPattern: head.sequence + 1), at: 3)
        for asset in assets {
            try update.bind(asset.row, at: 2)
            try update.run()
            guard connection.changedRowCount > 0 else { continue }
            recorder.deleted(asset, scope: app)
            try updateAlbums(with: asset)
        }
    }

    /// Writes the change to history. Returns its sequence; nil when nothing changed.
    func finish(_ time: Int64) throws -> UInt64? {
        try recorder.write(after: head, time: time, origin: nil, connection)
    }

    private mutating func updateAlbums(with asset: ChangeRecorder.Object) throws {
        let albums = try connection.statement(
            """
            SELECT c.row, c.id FROM album_member j CROSS JOIN collection c ON c.row = j.container
            WHERE j.member = ? AND c.owner = ?
            """
        )
        try albums.bind(asset.row, at: 1)
        try albums.bind(app, at: 2)
        while try albums.step() {
            let album = ChangeRecorder.Object(
                kind: .assetCollection,
                row: albums.integer(0),
                id: try albums.identifier(1)
            )
            recorder.updated(album, .members, owner: app, scope: app)
        }
    }
}
