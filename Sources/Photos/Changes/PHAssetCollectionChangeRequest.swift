import LibraryModel

/// A request to change or create an album.
public class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let id: ObjectID
    /// The step that creates the album; nil for a change.
    private let creation: Int?
    private var currentTitle: String
    private var edits: MemberEdits

    /// Creates an album, at the end of the top level.
    @discardableResult
    public class func creationRequestForAssetCollection(withTitle title: String) -> Self { self.init(creating: title) }

    required init(creating title: String) {
        let transaction = ChangeTransaction.required(for: "PHAssetCollectionChangeRequest")
        id = transaction.newIdentifier()
        creation = transaction.record(.createCollection(.assetCollection, id, title: title))
        currentTitle = title
        edits = MemberEdits(.album(id)) { [] }
        super.init()
    }

    /// Requests changes of an album; nil for a transient one. Indexes refer to the members when an index is first used.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(for: assetCollection, assets: nil)
    }

    /// Requests changes of an album whose members the app has fetched; nil for a transient one. Indexes refer to
    /// `assets`.
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        guard let identity = assetCollection.resolvedIdentity else { return nil }
        self.init(changing: identity.id, title: assetCollection.localizedTitle ?? "") {
            (assets ?? PHAsset.fetchAssets(in: assetCollection, options: nil)).allIdentifiers
        }
    }

    private init(changing id: ObjectID, title: String, seen: @escaping () -> [LocalIdentifier]) {
        self.id = id
        creation = nil
        currentTitle = title
        edits = MemberEdits(.album(id), seen: seen)
        super.init()
    }

    /// Stands for the new album in the same block, and has its local identifier for later fetches.
    public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(LocalIdentifier(.assetCollection, id))
    }

    /// Deletes albums, but not their assets.
    public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required(for: "deleteAssetCollections")
        let ids = identifiers(of: assetCollections, allowing: [.assetCollection]).map(\.id)
        if !ids.isEmpty { transaction.record(.operation(.deleteCollections(.assetCollection, ids))) }
    }

    /// The album's title.
    public var title: String {
        get { currentTitle }
        set {
            currentTitle = newValue
            transaction.rename(.assetCollection, id, createdBy: creation, to: newValue)
        }
    }

    /// Adds assets or placeholders at the end. Existing members keep their positions.
    public func addAssets(_ assets: any NSFastEnumeration) {
        transaction.record(edits.add(Self.assets(assets)))
    }

    /// Inserts assets or placeholders so that they have these indexes afterwards.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        transaction.record(edits.insert(Self.assets(assets), at: indexes))
    }

    /// Removes assets from the album.
    public func removeAssets(_ assets: any NSFastEnumeration) {
        transaction.record(edits.remove(Self.assets(assets)))
    }

    /// Removes the assets at these indexes from the album.
    public func removeAssets(at indexes: IndexSet) {
        transaction.record(edits.remove(at: indexes))
    }

    /// Replaces the assets at these indexes.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        transaction.record(edits.replace(at: indexes, with: Self.assets(assets)))
    }

    /// Removes the assets at these indexes, and inserts them before index `toIndex` of the rest.
    public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        transaction.record(edits.move(at: fromIndexes, to: toIndex))
    }

    private static func assets(_ objects: any NSFastEnumeration) -> [LocalIdentifier] {
        identifiers(of: objects, allowing: [.asset])
    }
}

extension ChangeTransaction {
    func record(_ operations: [ChangeOperation]) {
        for operation in operations { record(.operation(operation)) }
    }

    /// Sets the title of the creation, or adds a step that renames.
    func rename(_ kind: ObjectKind, _ id: ObjectID, createdBy creation: Int?, to title: String) {
        if let creation {
            update(creation) { $0 = .createCollection(kind, id, title: title) }
        } else {
            record(.operation(.renameCollection(kind, id, title: title)))
        }
    }
}
