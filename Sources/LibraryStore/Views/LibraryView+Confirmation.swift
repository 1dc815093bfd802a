package import LibraryModel
internal import SQLiteDatabase

/// What the person has to confirm before it is done.
///
/// It looks with the app's eyes: `confirmationRequired` and a prompt tell nothing of what the app does not see, and the
/// person is asked nothing that could not be done.
extension LibraryView {
    /// What a block of an app's would do to objects that the app did not add, if the person has to confirm that: any
    /// deletion, any edit of content, anything hidden, and other properties of more than `bulk` assets. Nil when there is
    /// nothing to confirm, for a block that was done before, and for one that `perform` refuses because the app may not
    /// read, or does not see something that the block names.
    package func changesToConfirm(in block: ChangeBlock) throws(LibraryError) -> ProposedChanges? {
        guard case .app = principal, block.touchesExisting else { return nil }
        return try read(nil) { snapshot in
            guard let app = snapshot.sight.app, snapshot.sight.reads,
                try Idempotency(snapshot).answer(to: block) == nil
            else { return nil }
            var proposal = Proposal(app: app, snapshot)
            for operation in block.operations { try proposal.add(operation) }
            return proposal.isPossible && proposal.isWorthAsking ? proposal.changes : nil
        }
    }

    /// Assets whose properties a block may change without being asked.
    package static let bulk = 20
}

/// Adds up what a block does to what its app did not add, each asset once for each thing.
private struct Proposal {
    private(set) var changes = ProposedChanges()
    /// False once something was named that is not seen.
    private(set) var isPossible = true
    private let app: Int64
    private let snapshot: Snapshot
    private var created: Set<ObjectID> = []
    private var counted: Set<Counted> = []
    private var shown: Set<ObjectID> = []

    private struct Counted: Hashable {
        var what: Int
        var object: ObjectID
    }

    init(app: Int64, _ snapshot: Snapshot) {
        self.app = app
        self.snapshot = snapshot
    }

    var isWorthAsking: Bool {
        changes.deletedAssets > 0 || changes.editedAssets > 0 || changes.hiddenAssets > 0
            || changes.deletedCollections > 0 || changes.updatedAssets > LibraryView.bulk
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
            if others != AssetUpdate() { try count(asset, \.updatedAssets, 4) }
        case .deleteCollections(let kind, let collections):
            for collection in collections {
                guard try isOthers(collection, kind),
                    counted.insert(Counted(what: 5, object: collection)).inserted
                else { continue }
                changes.deletedCollections += 1
            }
        case .createAsset(let creation): created.insert(creation.id)
        case .createCollection(_, let id, _, let parent):
            created.insert(id)
            if let parent { try require(parent, .collectionList) }
        case .renameCollection(let kind, let id, _): try require(id, kind)
        case .insertMembers(let container, let members, _), .removeMembers(let container, let members),
            .moveMembers(let container, let members, _):
            switch container {
            case .album(let id): try require(id, .assetCollection)
            case .folder(let id): try require(id, .collectionList)
            case .topLevel: break
            }
            for member in members { try require(member.id, member.kind) }
        case .recoverAssets:
            // What is recently deleted is there for those who see everything.
            if case .limited = snapshot.sight { isPossible = false }
        }
    }

    private mutating func count(
        _ asset: ObjectID,
        _ number: WritableKeyPath<ProposedChanges, Int>,
        _ what: Int
    ) throws {
        guard try isOthers(asset, .asset), counted.insert(Counted(what: what, object: asset)).inserted else { return }
        changes[keyPath: number] += 1
        if changes.examples.count < ProposedChanges.maximumExamples, shown.insert(asset).inserted {
            changes.examples.append(asset)
        }
    }

    private mutating func require(_ object: ObjectID, _ kind: ObjectKind) throws { _ = try row(object, kind) }

    /// Nil for what is not seen, and for what the block itself makes.
    private mutating func row(_ object: ObjectID, _ kind: ObjectKind) throws -> Int64? {
        if created.contains(object) { return nil }
        let row = kind == .asset ? try snapshot.assetRow(object) : try snapshot.collectionRow(object, kind: kind)
        if row == nil { isPossible = false }
        return row
    }

    /// Whether something that is seen was not added by the app.
    private mutating func isOthers(_ object: ObjectID, _ kind: ObjectKind) throws -> Bool {
        guard let row = try row(object, kind) else { return false }
        let select =
            if kind == .asset {
                try snapshot.connection.statement("SELECT added_by IS NOT ? FROM asset WHERE row = ?")
            } else {
                try snapshot.connection.statement("SELECT owner IS NOT ? FROM collection WHERE row = ?")
            }
        try select.bind(app, at: 1)
        try select.bind(row, at: 2)
        return try select.step() && select.integer(0) != 0
    }
}

extension ChangeBlock {
    /// False for blocks that only add, which are asked nothing of the store.
    fileprivate var touchesExisting: Bool {
        operations.contains { operation in
            switch operation {
            case .deleteAssets, .setAdjustment, .revertAdjustment, .updateAsset, .deleteCollections: true
            default: false
            }
        }
    }
}
