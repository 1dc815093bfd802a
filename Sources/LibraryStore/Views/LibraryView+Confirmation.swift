package import LibraryModel
internal import SQLiteDatabase

/// Which changes need the person's confirmation.
///
/// Decided from the app's view, so that `confirmationRequired` and prompts disclose nothing that the app does not see,
/// and the person is not asked about a block that would fail.
extension LibraryView {
    /// Returns what a block would do to objects that its app did not add. Nil when it changes none of them, for an app
    /// whose changes the person does not want to confirm, for a block that was performed before, and for one that
    /// `perform` refuses because the app may not read or an object is not visible.
    package func changesToConfirm(in block: ChangeBlock) throws(LibraryError) -> ChangesOfOthers? {
        guard case .app = principal, block.touchesExisting else { return nil }
        return try read(nil) { snapshot in
            guard snapshot.visibility.app != nil, snapshot.visibility.reads, try snapshot.confirmsChanges(),
                try Idempotency(snapshot).answer(to: block) == nil
            else { return nil }
            var proposal = Proposal(snapshot)
            for operation in block.operations { try proposal.add(operation) }
            return proposal.isPossible && proposal.changes != ChangesOfOthers() ? proposal.changes : nil
        }
    }
}

extension Snapshot {
    /// Whether the person confirms what the app changes (`AppPreferences`).
    fileprivate func confirmsChanges() throws -> Bool {
        let select = try connection.statement("SELECT confirms_changes FROM own_app")
        return try select.step() && select.integer(0) != 0
    }
}

/// The effect of a block on objects that its app did not add.
package struct ChangesOfOthers: Hashable, Sendable {
    package var proposed = ProposedChanges()
    /// Objects that the app may change without confirmation up to a limit: assets with updated properties or removed
    /// from albums, and albums and folders that are renamed, moved or reordered.
    package var countable: Set<LocalIdentifier> = []

    /// Whether the block needs confirmation whatever its size: it deletes, edits content or hides.
    package var isAlwaysAsked: Bool {
        proposed.deletedAssets > 0 || proposed.editedAssets > 0 || proposed.hiddenAssets > 0
            || proposed.deletedCollections > 0
    }
}

/// Adds up the effect of a block, counting each asset once per kind of effect.
private struct Proposal {
    private(set) var changes = ChangesOfOthers()
    /// False once the block has named an object that is not visible.
    private(set) var isPossible = true
    private let snapshot: Snapshot
    private var created: Set<ObjectID> = []
    private var counted: Set<Counted> = []
    private var shown: Set<ObjectID> = []

    private struct Counted: Hashable {
        var what: Int
        var object: ObjectID
    }

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    mutating func add(_ operation: ChangeOperation) throws {
        switch operation {
        case .deleteAssets(let assets):
            for asset in assets { try count(asset, \.deletedAssets, 1) }
        case .setAdjustment(let asset, _), .revertAdjustment(let asset): try count(asset, \.editedAssets, 2)
        case .updateAsset(let asset, let update):
            var others = update
            if update.isHidden == true {
                try count(asset, \.hiddenAssets, 3)
                others.isHidden = nil
            }
            if others != AssetUpdate(), try count(asset, \.updatedAssets, 4) {
                changes.countable.insert(LocalIdentifier(.asset, asset))
            }
        case .deleteCollections(let kind, let collections):
            for collection in collections {
                guard try isOthers(collection, kind),
                    counted.insert(Counted(what: 5, object: collection)).inserted
                else { continue }
                changes.proposed.deletedCollections += 1
            }
        case .createAsset(let creation): created.insert(creation.id)
        // No app can.
        case .completeAsset: isPossible = false
        case .createCollection(_, let id, _, let parent):
            created.insert(id)
            if let parent { try require(parent, .collectionList) }
        case .renameCollection(let kind, let id, _): try countCollection(id, kind)
        case .insertMembers(let container, let members, _):
            try requireMembers(members, of: container)
            try countMoved(members)
        case .removeMembers(let container, let members):
            try requireMembers(members, of: container)
            try countMoved(members)
            if case .album(let album) = container { try countRemoved(members, from: album) }
        case .moveMembers(let container, let members, _):
            try requireMembers(members, of: container)
            try countMoved(members)
            if case .album(let album) = container { try countCollection(album, .assetCollection) }
        case .recoverAssets:
            // Only principals with full access see recently deleted assets.
            if !snapshot.visibility.seesEverything { isPossible = false }
        // Changes nothing of the library; see `uploadQuestion`.
        case .createUploadJob, .retryUploadJob, .acknowledgeUploadJobs, .cancelUploadJobs: break
        }
    }

    private mutating func requireMembers(
        _ members: [LocalIdentifier],
        of container: ChangeOperation.Container
    ) throws {
        switch container {
        case .album(let id): try require(id, .assetCollection)
        case .folder(let id): try require(id, .collectionList)
        case .topLevel: break
        }
        for member in members { try require(member.id, member.kind) }
    }

    /// Returns whether the asset is not the app's and was not counted yet.
    @discardableResult
    private mutating func count(
        _ asset: ObjectID,
        _ number: WritableKeyPath<ProposedChanges, Int>,
        _ what: Int
    ) throws -> Bool {
        guard try isOthers(asset, .asset) else { return false }
        return add(asset, number, what)
    }

    private mutating func add(
        _ asset: ObjectID,
        _ number: WritableKeyPath<ProposedChanges, Int>,
        _ what: Int
    ) -> Bool {
        guard counted.insert(Counted(what: what, object: asset)).inserted else { return false }
        changes.proposed[keyPath: number] += 1
        if changes.proposed.examples.count < ProposedChanges.maximumExamples, shown.insert(asset).inserted {
            changes.proposed.examples.append(asset)
        }
        return true
    }

    private mutating func countCollection(_ collection: ObjectID, _ kind: ObjectKind) throws {
        guard try isOthers(collection, kind), counted.insert(Counted(what: 6, object: collection)).inserted else {
            return
        }
        changes.proposed.changedCollections += 1
        changes.countable.insert(LocalIdentifier(kind, collection))
    }

    /// Counts the albums and folders among members, which move.
    private mutating func countMoved(_ members: [LocalIdentifier]) throws {
        for member in members where member.kind != .asset { try countCollection(member.id, member.kind) }
    }

    /// Counts photos removed from an album that is not the app's, whoever added them.
    private mutating func countRemoved(_ members: [LocalIdentifier], from album: ObjectID) throws {
        guard try isOthers(album, .assetCollection), let container = try row(album, .assetCollection) else { return }
        for member in members {
            guard let asset = try row(member.id, member.kind), try snapshot.isMember(asset, ofAlbum: container) else {
                continue
            }
            if add(member.id, \.removedMembers, 7) { changes.countable.insert(member) }
        }
    }

    private mutating func require(_ object: ObjectID, _ kind: ObjectKind) throws { _ = try row(object, kind) }

    /// Returns nil for an object that is not visible, and for one that the block creates.
    private mutating func row(_ object: ObjectID, _ kind: ObjectKind) throws -> Int64? {
        if created.contains(object) { return nil }
        let row = kind == .asset ? try snapshot.assetRow(object) : try snapshot.collectionRow(object, kind: kind)
        if row == nil { isPossible = false }
        return row
    }

    /// Whether an object is visible and was not added by the app.
    private mutating func isOthers(_ object: ObjectID, _ kind: ObjectKind) throws -> Bool {
        guard let row = try row(object, kind) else { return false }
        let select =
            if kind == .asset {
                try snapshot.connection.statement("SELECT added_by IS NOT viewer() FROM seen_asset WHERE row = ?")
            } else {
                try snapshot.connection.statement("SELECT owner IS NOT viewer() FROM seen_collection WHERE row = ?")
            }
        try select.bind(row, at: 1)
        return try select.step() && select.integer(0) != 0
    }
}

extension ChangeBlock {
    /// False for blocks that only add. They need no look into the store.
    fileprivate var touchesExisting: Bool {
        operations.contains { operation in
            switch operation {
            case .createAsset, .createCollection, .createUploadJob, .retryUploadJob, .acknowledgeUploadJobs,
                .cancelUploadJobs:
                false
            default: true
            }
        }
    }
}
