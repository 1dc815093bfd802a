internal import LibraryModel
internal import SQLiteDatabase

/// One change block at work, inside its savepoint.
///
/// 1. Every object that it touches was looked up through `snapshot`, so that what is not seen cannot be changed.
/// 2. Whatever changes an object tells `recorder`; nothing else writes history.
/// 3. Before the members or the parent of a collection that belongs to another app are touched, what its owner sees of
///    them is put down, and compared at the end: an owner with limited access learns of exactly what it can see.
/// 4. Before an app changes a field of what was there before the block, what is in it is put down (`willChange`), so
///    that the person can take the change back.
struct BlockApplication {
    let snapshot: Snapshot
    let principal: Principal
    var files: [ObjectID: StagedFile]
    let tag: ([UInt8]) -> [UInt8]
    let minted: MintedIdentifier
    let time: Int64
    let head: HistoryHead
    var recorder = ChangeRecorder()
    var ownerVisibility = OwnerVisibilityDiff()
    let configuration: StoreConfiguration
    /// Albums and folders of the app's, once they were counted.
    var ownCollectionCount: Int64?
    private var formerValues = FormerValues()

    var connection: Connection { snapshot.connection }
    var app: Int64? { snapshot.visibility.app }
    /// The sequence that this block gets, if it changes anything.
    var sequence: UInt64 { head.sequence + 1 }

    init(
        snapshot: Snapshot,
        principal: Principal,
        files: [ObjectID: StagedFile],
        configuration: StoreConfiguration,
        time: Int64
    ) throws {
        self.snapshot = snapshot
        self.principal = principal
        self.files = files
        self.time = time
        self.configuration = configuration
        let (hash, key) = (configuration.tag, snapshot.identity.mintKey)
        tag = { hash(key, $0) }
        minted = MintedIdentifier(configuration: configuration, key: snapshot.identity.mintKey)
        head = try HistoryHead(snapshot.connection)
    }

    mutating func apply(_ operations: [ChangeOperation]) throws {
        guard operations.count <= ChangeBlock.maximumOperations else {
            throw LibraryError(.limitExceeded, "the change block has too many operations")
        }
        for operation in operations {
            try connection.checkInterruption()
            try apply(operation)
        }
    }

    private mutating func apply(_ operation: ChangeOperation) throws {
        if case .createAsset(let creation) = operation {
            try createAsset(creation)
            return
        }
        try snapshot.visibility.requireReading()
        switch operation {
        case .createAsset: break
        case .updateAsset(let id, let update): try updateAsset(id, update)
        case .setAdjustment(let id, let adjustment): try setAdjustment(id, adjustment)
        case .revertAdjustment(let id): try revertAdjustment(id)
        case .deleteAssets(let ids): try deleteAssets(ids)
        case .recoverAssets(let ids): try recoverAssets(ids)
        case .createCollection(let kind, let id, let title, let parent):
            try createCollection(kind, id, title, parent)
        case .renameCollection(let kind, let id, let title): try renameCollection(kind, id, title)
        case .deleteCollections(let kind, let ids): try deleteCollections(kind, ids)
        case .insertMembers(let container, let members, let at): try insertMembers(container, members, at: at)
        case .removeMembers(let container, let members): try removeMembers(container, members)
        case .moveMembers(let container, let members, let to): try moveMembers(container, members, to: to)
        }
    }

    /// Writes the history of the block and returns its sequence; nil when it changed nothing.
    mutating func finish() throws -> UInt64? {
        try ownerVisibility.conceal(from: &recorder, connection)
        guard let written = try recorder.write(after: head, time: time, origin: app, connection) else {
            return nil
        }
        if let app { try formerValues.write(app, written, tag, connection) }
        return written
    }

    // MARK: Former values

    /// Comes before a field of an object is changed.
    mutating func willChange(_ object: ChangeRecorder.Object, _ field: ChangedFields, member: Int64 = 0) throws {
        guard app != nil, !recorder.isNew(object) else { return }
        try formerValues.note(object, field, member: member, connection)
    }

    /// The same of an album or folder.
    mutating func willChange(_ collection: CollectionRecord, _ field: ChangedFields, member: Int64 = 0) throws {
        guard app != nil, !recorder.isNew(collection.object) else { return }
        try formerValues.note(collection.object, field, member: member, owner: collection.owner, connection)
    }

    /// Comes before an album or folder is deleted.
    mutating func willDelete(_ collection: CollectionRecord) throws {
        guard app != nil, !recorder.isNew(collection.object) else { return }
        try formerValues.noteDeletion(of: collection, connection)
    }

    /// A fresh identifier that was given out to this principal.
    func requireFresh(_ id: ObjectID) throws {
        guard minted.isMinted(id, for: principal) else {
            throw LibraryError(.invalidRequest, "the identifier of a new object was not given out by this library")
        }
        let lookup = try connection.statement(
            """
            SELECT 1 FROM asset WHERE id = ?1 AND shelf < 4 UNION ALL SELECT 1 FROM asset WHERE id = ?1 AND shelf >= 4
            UNION ALL SELECT 1 FROM collection WHERE id = ?1
            """
        )
        try lookup.bind(id, at: 1)
        if try lookup.step() {
            throw LibraryError(.changeNotSupported, "the identifier of a new object was used before")
        }
    }

    func requireAssetRow(_ id: ObjectID) throws -> Int64 {
        guard let row = try snapshot.assetRow(id) else { throw LibraryError.noSuchObject }
        return row
    }
}
