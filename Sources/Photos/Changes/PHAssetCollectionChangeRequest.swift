import LibraryModel

/// A change of an album, or a new one.
public class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let id: ObjectID
    /// The step that creates the album; nil for a change.
    private let creation: Int?
    private var currentTitle: String
    private var edits: MemberEdits

    /// A new album, to be put at the end of the top level.
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

    /// A change of an album; nil when the album is in no library. Indexes mean the album as it is when they are used.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(for: assetCollection, assets: nil)
    }

    /// A change of an album whose assets the app saw: indexes mean that result; nil when the album is in no library.
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

    /// The new album, to be named in the same block and fetched after it.
    public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(LocalIdentifier(.assetCollection, id))
    }

    /// Deletes albums, never the assets in them.
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

    /// Adds assets, or placeholders of new ones, at the end. What is a member already stays where it is.
    public func addAssets(_ assets: any NSFastEnumeration) {
        transaction.record(edits.add(Self.assets(assets)))
    }

    /// Inserts assets, or placeholders of new ones, so that they have these indexes afterwards.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        transaction.record(edits.insert(Self.assets(assets), at: indexes))
    }

    /// Takes assets out.
    public func removeAssets(_ assets: any NSFastEnumeration) {
        transaction.record(edits.remove(Self.assets(assets)))
    }

    /// Takes the assets at these indexes out.
    public func removeAssets(at indexes: IndexSet) {
        transaction.record(edits.remove(at: indexes))
    }

    /// Takes the assets at these indexes out and puts others there.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        transaction.record(edits.replace(at: indexes, with: Self.assets(assets)))
    }

    /// Takes the assets at these indexes out and puts them back, before index `toIndex` of what is left.
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

    /// A new collection gets its title when it is created, another one is renamed.
    func rename(_ kind: ObjectKind, _ id: ObjectID, createdBy creation: Int?, to title: String) {
        if let creation {
            update(creation) { $0 = .createCollection(kind, id, title: title) }
        } else {
            record(.operation(.renameCollection(kind, id, title: title)))
        }
    }
}
