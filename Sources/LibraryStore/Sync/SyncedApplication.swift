internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// Applies what other devices changed, inside one change block. Goes through the steps of ordinary changes, so that
/// dates, history and limited visibility follow as for any change of the person.
struct SyncedApplication {
    var block: BlockApplication

    private var connection: Connection { block.connection }
    private var records: CloudRecords { CloudRecords(connection: connection) }
    private var arriving: ArrivingAssets { ArrivingAssets(connection: connection) }

    init(_ block: BlockApplication) {
        self.block = block
        self.block.isFromAnotherDevice = true
    }

    /// Objects exist before others name them, whatever their order in the batch.
    mutating func apply(_ changes: [SyncedChange]) throws {
        let kept = changes.filter { !$0.isPurged }
        // Albums leave their folders before these go.
        for kind in [ObjectKind.assetCollection, .asset, .collectionList] {
            for change in changes where change.isPurged && change.objectKind == kind { try purge(change.record, kind) }
        }
        var collections: [(row: Int64, kind: ObjectKind, values: SyncedValues)] = []
        for kind in [ObjectKind.collectionList, .assetCollection] {
            for change in kept where change.objectKind == kind {
                try connection.checkInterruption()
                let values = SyncedValues(change: change)
                collections.append((try collection(change.record, kind, values), kind, values))
            }
        }
        var folders = SyncedFolders(block: block)
        try folders.apply(collections.map { ($0.row, $0.values) })
        block = folders.block
        for change in kept where change.objectKind == .asset {
            try connection.checkInterruption()
            try apply(asset: change)
        }
        for album in collections where album.kind == .assetCollection {
            if let members = album.values.members { try set(members, of: album.row) }
        }
    }

    // MARK: Deletion for good

    private mutating func purge(_ record: ObjectID, _ kind: ObjectKind) throws {
        if kind == .asset { try arriving.forget(record) }
        guard let row = try records.row(of: record, kind) else { return }
        if kind == .asset {
            guard let asset = try ArrivedAsset(row, connection) else { return }
            try records.forget(record)
            if !asset.isTrashed { try block.deleteAssets([asset.id]) }
            try AssetErasure.erase(row, time: block.time, newest: block.sequence, connection)
            return
        }
        guard let collection = try CollectionRecord(row, connection) else { return }
        if kind == .collectionList {
            let inside = try block.folders.members(of: row).compactMap { try CollectionRecord($0, connection) }
            if !inside.isEmpty {
                try block.insertMembers(.topLevel, inside.map { LocalIdentifier($0.kind, $0.id) }, at: nil)
            }
        }
        try records.forget(record)
        try block.deleteCollections(kind, [collection.id])
    }

    // MARK: Albums and folders

    /// The row of an album or folder, which is created on the top level when it is new.
    private mutating func collection(_ record: ObjectID, _ kind: ObjectKind, _ values: SyncedValues) throws -> Int64 {
        if let row = try records.row(of: record, kind), let known = try CollectionRecord(row, connection) {
            if let title = values.title { try block.renameCollection(kind, known.id, title) }
            return row
        }
        let id = block.minted.mint(for: block.principal)
        try block.createCollection(kind, id, values.title ?? "", nil)
        guard let row = try block.snapshot.collectionRow(id, kind: kind) else { throw LibraryError.noSuchObject }
        try records.insert(record, of: row, kind)
        return row
    }

    /// Members that are not here yet keep their places.
    private mutating func set(_ members: [ObjectID], of album: Int64) throws {
        var wanted: [Int64] = []
        var seen: Set<Int64> = []
        let forget = try connection.statement("DELETE FROM arriving_member WHERE container = ?")
        try forget.bind(album, at: 1)
        try forget.run()
        for (rank, member) in members.enumerated() {
            if let row = try records.row(of: member, .asset) {
                if seen.insert(row).inserted { wanted.append(row) }
                continue
            }
            let keep = try connection.statement(
                "INSERT INTO arriving_member (container, rank, follows, record) VALUES (?, ?, ?, ?)"
            )
            try keep.bind(album, at: 1)
            try keep.bind(Int64(rank), at: 2)
            try keep.bind(wanted.last ?? 0, at: 3)
            try keep.bind(member, at: 4)
            try keep.run()
        }
        let order = OrderedMembers(table: .album, connection: connection)
        guard try order.members(of: album) != wanted, let collection = try CollectionRecord(album, connection) else {
            return
        }
        try block.willChangeMembers(of: collection)
        try order.arrange(wanted, in: album)
    }

    // MARK: Assets

    private mutating func apply(asset change: SyncedChange) throws {
        guard let row = try records.row(of: change.record, .asset), let asset = try ArrivedAsset(row, connection) else {
            for field in change.fields { try arriving.keep(change.record, field) }
            for elements in change.sets { try arriving.keep(change.record, elements) }
            return
        }
        let values = SyncedValues(change: change)
        var isTrashed = asset.isTrashed
        if isTrashed, case .some(nil) = values.trashed {
            try block.recoverAssets([asset.id])
            isTrashed = false
        }
        let update = values.update
        if !update.isEmpty {
            // Nobody is told of what is in Recently Deleted.
            if isTrashed { _ = try block.write(update, to: row) } else { try block.updateAsset(asset.id, update) }
        }
        if let edit = values.edit {
            if edit.value == nil, !isTrashed {
                try arriving.forget(change.record, edit.number)
                try block.revertAdjustment(asset.id)
            } else {
                try arriving.keep(change.record, edit)
            }
        }
        if let originals = values.originals,
            try originals.value != PresentValues(connection: connection).originals(of: row).bytes
        {
            try arriving.keep(change.record, originals)
        }
        if let others = values.otherFiles { try arriving.keep(change.record, others) }
        if case .some(let date?) = values.trashed {
            if !isTrashed { try block.deleteAssets([asset.id]) }
            try ArrivedAsset.set(trashedAt: date, row, connection)
        }
    }
}

/// An asset that is here, in Recently Deleted or not.
struct ArrivedAsset {
    var id: ObjectID
    var isTrashed: Bool

    init?(_ row: Int64, _ connection: Connection) throws {
        let select = try connection.statement("SELECT id, shelf FROM asset WHERE row = ?")
        try select.bind(row, at: 1)
        guard try select.step() else { return nil }
        id = try select.identifier(0)
        isTrashed = Shelf(rawValue: select.integer(1)).contains(.trashed)
    }

    static func set(trashedAt date: Int64, _ row: Int64, _ connection: Connection) throws {
        let update = try connection.statement("UPDATE asset SET trashed_at = ? WHERE row = ? AND trashed_at IS NOT ?1")
        try update.bind(date, at: 1)
        try update.bind(row, at: 2)
        try update.run()
    }
}

extension SyncedChange {
    /// Nil for kinds of records that no library shows.
    var objectKind: ObjectKind? {
        switch RecordKind(rawValue: kind) {
        case .asset: .asset
        case .album: .assetCollection
        case .folder: .collectionList
        default: nil
        }
    }
}
