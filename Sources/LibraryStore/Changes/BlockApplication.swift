internal import LibraryModel
internal import SQLiteDatabase

/// The application of one change block, inside its savepoint.
///
/// 1. Looks every object up through `snapshot`, so that invisible objects cannot be changed.
/// 2. Records every change with `recorder`, which alone writes history.
/// 3. Before changing members or parent of another app's collection, saves what the owner sees of them, and compares at
///    the end: an owner with limited access gets exactly the visible changes.
/// 4. Before a change to a field of an existing object, unless it comes from another device, saves the former value
///    (`willChange`), so that the person can undo the change.
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
    /// Whether it applies what another device changed.
    var isFromAnotherDevice = false
    /// As in `AppTransaction`.
    var undoes: UInt64?
    /// Albums and folders with another place among their siblings.
    var movedCollections: Set<Int64> = []
    /// The number of the app's albums and folders, once counted.
    var ownCollectionCount: Int64?
    private var formerValues = FormerValues()

    var connection: Connection { snapshot.connection }
    var app: Int64? { snapshot.visibility.app }
    /// The sequence of this block, if it changes anything.
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
        case .completeAsset(let id, let uses): try completeAsset(id, uses)
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
        case .createUploadJob(let creation): try createUploadJob(creation)
        case .retryUploadJob(let id, let destination): try retryUploadJob(id, destination)
        case .acknowledgeUploadJobs(let ids): try acknowledgeUploadJobs(ids)
        case .cancelUploadJobs(let ids): try cancelUploadJobs(ids)
        }
    }

    /// Writes the history of the block. Returns its sequence; nil without changes.
    mutating func finish() throws -> UInt64? {
        try ownerVisibility.conceal(from: &recorder, connection)
        let origin = isFromAnotherDevice ? ChangeRecorder.anotherDevice : app
        guard let written = try recorder.write(after: head, time: time, origin: origin, undoes: undoes, connection)
        else { return nil }
        if !isFromAnotherDevice {
            try LocalChanges.note(
                recorder.entries,
                moved: movedCollections,
                time: time,
                newIdentifier: configuration.newIdentifier,
                connection
            )
        }
        if !isFromAnotherDevice { try formerValues.write(app ?? FormerValues.person, written, tag, connection) }
        return written
    }

    // MARK: Former values

    /// Other devices undo their own changes. The person's own tools make no edits, whose files would be kept.
    private func keepsFormerValue(of field: ChangedFields) -> Bool {
        !isFromAnotherDevice && (app != nil || field != .content)
    }

    /// Call this before changing a field of an object.
    mutating func willChange(_ object: ChangeRecorder.Object, _ field: ChangedFields, member: Int64 = 0) throws {
        guard keepsFormerValue(of: field), !recorder.isNew(object) else { return }
        try formerValues.note(object, field, member: member, connection)
    }

    /// Call this before changing a field of an album or folder.
    mutating func willChange(_ collection: CollectionRecord, _ field: ChangedFields, member: Int64 = 0) throws {
        guard keepsFormerValue(of: field), !recorder.isNew(collection.object) else { return }
        try formerValues.note(collection.object, field, member: member, owner: collection.owner, connection)
    }

    /// Call this before deleting an album or folder.
    mutating func willDelete(_ collection: CollectionRecord) throws {
        guard !isFromAnotherDevice, !recorder.isNew(collection.object) else { return }
        try formerValues.noteDeletion(of: collection, connection)
    }

    /// Checks that an identifier is unused and reserved for this principal.
    func requireFresh(_ id: ObjectID) throws {
        guard minted.isMinted(id, for: principal) else {
            throw LibraryError(.invalidRequest, "the identifier of a new object was not given out by this library")
        }
        let lookup = try connection.statement(
            """
            SELECT 1 FROM asset WHERE id = ?1 AND shelf < 4 UNION ALL SELECT 1 FROM asset WHERE id = ?1 AND shelf >= 4
            UNION ALL SELECT 1 FROM collection WHERE id = ?1 UNION ALL SELECT 1 FROM upload_job WHERE id = ?1
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
