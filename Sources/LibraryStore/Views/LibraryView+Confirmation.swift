package import LibraryModel
internal import SQLiteDatabase

/// What the person has to confirm before it is done.
extension LibraryView {
    /// What a block of an app's would do to objects that the app did not add, if the person has to confirm that: any
    /// deletion, any edit of content, anything hidden, and other properties of more than `bulk` assets. Nil when there is
    /// nothing to confirm, and for a block that was done before.
    package func changesToConfirm(in block: ChangeBlock) throws(LibraryError) -> ProposedChanges? {
        guard case .app = principal, block.touchesExisting else { return nil }
        return try read(nil) { snapshot in
            guard let app = snapshot.sight.app,
                try Idempotency.sequence(of: block.idempotencyKey, app, snapshot.connection) == nil
            else { return nil }
            var proposal = Proposal(app: app, snapshot.connection)
            for operation in block.operations { try proposal.add(operation) }
            return proposal.isWorthAsking ? proposal.changes : nil
        }
    }

    /// Assets whose properties a block may change without being asked.
    package static let bulk = 20
}

/// Adds up what a block does to what its app did not add, each asset once for each thing.
private struct Proposal {
    private(set) var changes = ProposedChanges()
    private let app: Int64
    private let connection: Connection
    private var counted: Set<Counted> = []
    private var shown: Set<ObjectID> = []

    private struct Counted: Hashable {
        var what: Int
        var object: ObjectID
    }

    init(app: Int64, _ connection: Connection) {
        self.app = app
        self.connection = connection
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
            if update.isHidden == true { try count(asset, \.hiddenAssets, 3) }
            try count(asset, \.updatedAssets, 4)
        case .deleteCollections(let kind, let collections):
            for collection in collections {
                guard try isOthers(collection, kind),
                    counted.insert(Counted(what: 5, object: collection)).inserted
                else { continue }
                changes.deletedCollections += 1
            }
        case .createAsset, .recoverAssets, .createCollection, .renameCollection, .insertMembers, .removeMembers,
            .moveMembers:
            break
        }
    }

    private mutating func count(
        _ asset: ObjectID,
        _ number: WritableKeyPath<ProposedChanges, Int>,
        _ what: Int
    ) throws {
        guard try isOthers(asset), counted.insert(Counted(what: what, object: asset)).inserted else { return }
        changes[keyPath: number] += 1
        if changes.examples.count < ProposedChanges.maximumExamples, shown.insert(asset).inserted {
            changes.examples.append(asset)
        }
    }

    private func isOthers(_ asset: ObjectID) throws -> Bool {
        let select = try connection.statement("SELECT added_by IS NOT ? FROM asset WHERE id = ? AND shelf < 4")
        try select.bind(app, at: 1)
        try select.bind(asset, at: 2)
        return try select.step() && select.integer(0) != 0
    }

    private func isOthers(_ collection: ObjectID, _ kind: ObjectKind) throws -> Bool {
        let select = try connection.statement("SELECT owner IS NOT ? FROM collection WHERE id = ? AND kind = ?")
        try select.bind(app, at: 1)
        try select.bind(collection, at: 2)
        try select.bind(Int64(kind.rawValue), at: 3)
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
