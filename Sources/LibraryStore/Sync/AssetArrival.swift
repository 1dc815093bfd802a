internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// Shows an asset of another device whose files are complete, or gives one that is here its new files and edit.
struct AssetArrival {
    var block: BlockApplication
    let record: ObjectID
    private let files: [ContentDigest: StagedFile]
    private let values: SyncedValues

    private var connection: Connection { block.connection }
    private var records: CloudRecords { CloudRecords(connection: connection) }
    private var arriving: ArrivingAssets { ArrivingAssets(connection: connection) }

    /// `metadata`: of its files, by digest.
    init(_ block: BlockApplication, _ record: ObjectID, _ metadata: [[UInt8]: MediaMetadata]) throws {
        self.block = block
        self.block.isFromAnotherDevice = true
        self.record = record
        let arriving = ArrivingAssets(connection: block.connection)
        values = SyncedValues(change: try arriving.values(of: record))
        var files: [ContentDigest: StagedFile] = [:]
        for (digest, file) in try arriving.files(of: record) {
            guard let metadata = metadata[digest.bytes] else { continue }
            files[digest] = StagedFile(
                metadata: metadata,
                filename: "",
                relativePath: file.path,
                size: file.size,
                sha256: digest.bytes
            )
        }
        self.files = files
    }

    /// Returns the asset; nil when nothing can be shown yet.
    mutating func show() throws -> ObjectID? {
        if let row = try records.row(of: record, .asset) {
            guard let asset = try ArrivedAsset(row, connection), !asset.isTrashed else { return nil }
            try complete(asset.id, row)
            try applyEdit(asset.id)
            return asset.id
        }
        guard try arriving.isReady(record, .originals), let originals = try values.originals?.list() else { return nil }
        let id = block.minted.mint(for: block.principal)
        let row = try create(id, originals)
        try joinAlbums(row)
        try applyEdit(id)
        try arriving.forgetShown(record)
        if case .some(let date?) = values.trashed {
            try block.deleteArrived(ChangeRecorder.Object(kind: .asset, row: row, id: id), at: date)
        }
        return id
    }

    private mutating func create(_ id: ObjectID, _ originals: ResourceList) throws -> Int64 {
        let uses = try stage(originals)
        var creation = AssetCreation(id: id, resources: uses)
        creation.properties = values.wholeUpdate
        // A date that is the file's comes with the file's time zone.
        if case .set(let date) = creation.properties.creationDate,
            let primary = uses.first(where: { $0.kind.isPrimary }).flatMap({ block.files[$0.staged] }),
            primary.metadata.captureDate?.instant == date
        {
            creation.properties.creationDate = nil
        }
        try block.createAsset(creation)
        guard let row = try block.snapshot.assetRow(id) else { throw LibraryError.noSuchObject }
        try records.insert(record, of: row, .asset)
        if let date = values.addedDate {
            let update = try connection.statement("UPDATE asset SET added_date = ? WHERE row = ?")
            try update.bind(date, at: 1)
            try update.bind(row, at: 2)
            try update.run()
        }
        return row
    }

    private mutating func complete(_ id: ObjectID, _ row: Int64) throws {
        guard try arriving.isReady(record, .originals), let originals = try values.originals?.list() else { return }
        let present = try PresentValues(connection: connection).originals(of: row).entries
        let (kinds, contents) = (Set(originals.entries.map(\.kind)), Set(originals.entries.map(\.content)))
        for entry in present where kinds.contains(entry.kind) && !contents.contains(entry.content) {
            try arriving.keepReplaced(entry.kind, of: row, record)
        }
        let known = Set(present.map(\.content))
        let lacking = ResourceList(originals.entries.filter { !known.contains($0.content) })
        if !lacking.entries.isEmpty { try block.addArrivedFiles(try stage(lacking), to: id, row) }
        try arriving.forget(record, FieldNumber.originals.rawValue)
    }

    private mutating func applyEdit(_ id: ObjectID) throws {
        guard try arriving.isReady(record, .edit), let field = values.edit else { return }
        guard let value = field.value else {
            try block.revertAdjustment(id)
            return try arriving.forget(record, field.number)
        }
        let edit = try EditValue(bytes: value)
        let uses = try stage(edit.rendered)
        guard let picture = uses.first(where: { $0.kind == .fullSizePhoto }) else {
            throw LibraryError(.invalidResource, "an edit without a picture")
        }
        var adjustment = Adjustment(
            rendered: picture.staged,
            formatIdentifier: edit.formatIdentifier,
            formatVersion: edit.formatVersion,
            data: edit.data
        )
        adjustment.renderedMovie = uses.first { $0.kind == .fullSizePairedVideo }?.staged
        try block.setAdjustment(id, adjustment)
        try arriving.forget(record, field.number)
    }

    /// Hands the files over to the block, under the names that they have on the other device.
    private mutating func stage(_ list: ResourceList) throws -> [StagedResourceUse] {
        try list.entries.map { entry in
            guard var file = files[entry.content] else {
                throw LibraryError(.missingResource, "a file of an arriving asset is not here")
            }
            let staged = ObjectID.random()
            file.filename = FilenameClaim(entry.filename, orElse: entry.content.first.hexadecimal).name
            block.files[staged] = file
            return StagedResourceUse(staged: staged, kind: ResourceKind(rawValue: UInt32(entry.kind)))
        }
    }

    /// Puts the asset where albums wait for it.
    private mutating func joinAlbums(_ row: Int64) throws {
        let select = try connection.statement(
            "SELECT container, rank, follows FROM arriving_member WHERE record = ? ORDER BY container"
        )
        try select.bind(record, at: 1)
        var waiting: [(album: Int64, rank: Int64, previous: Int64)] = []
        while try select.step() { waiting.append((select.integer(0), select.integer(1), select.integer(2))) }
        select.reset()
        let order = OrderedMembers(table: .album, connection: connection)
        var isTrashed = false
        if case .some(.some) = values.trashed { isTrashed = true }
        for place in waiting {
            guard let album = try CollectionRecord(place.album, connection) else { continue }
            if !isTrashed { try block.willChangeMembers(of: album) }
            try order.insert(row, into: place.album, after: place.previous)
            let follow = try connection.statement(
                "UPDATE arriving_member SET follows = ?1 WHERE container = ?2 AND rank > ?3 AND follows = ?4"
            )
            try follow.bind(row, at: 1)
            try follow.bind(place.album, at: 2)
            try follow.bind(place.rank, at: 3)
            try follow.bind(place.previous, at: 4)
            try follow.run()
            let arrived = try connection.statement("DELETE FROM arriving_member WHERE container = ? AND rank = ?")
            try arrived.bind(place.album, at: 1)
            try arrived.bind(place.rank, at: 2)
            try arrived.run()
        }
    }
}

extension BlockApplication {
    /// Moves an asset to Recently Deleted in the block that creates it: nobody is told of it.
    mutating func deleteArrived(_ asset: ChangeRecorder.Object, at date: Int64) throws {
        let trash = try connection.statement("UPDATE asset SET shelf = shelf | 4, trashed_at = ? WHERE row = ?")
        try trash.bind(date, at: 1)
        try trash.bind(asset.row, at: 2)
        try trash.run()
        recorder.deleted(asset)
        try settleBurst(of: asset.row)
    }
}

extension SyncedChange.Field {
    fileprivate func list() throws -> ResourceList? { try value.map { try ResourceList(bytes: $0) } }
}

extension ResourceKind {
    fileprivate var isPrimary: Bool { self == .photo || self == .video || self == .audio }
}
