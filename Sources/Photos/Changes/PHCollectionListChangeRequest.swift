import LibraryModel

/// A request to change a folder or the top level, or to create a folder.
public class PHCollectionListChangeRequest: PHChangeRequest {
    /// Nil for the top level.
    private let id: ObjectID?
    /// The step that creates the folder; nil for a change.
    private let creation: Int?
    private var currentTitle: String
    private var edits: MemberEdits

    /// Creates a folder, at the end of the top level.
    @discardableResult
    public class func creationRequestForCollectionList(withTitle title: String) -> Self { self.init(creating: title) }

    required init(creating title: String) {
        let transaction = ChangeTransaction.required(for: "PHCollectionListChangeRequest")
        let id = transaction.newIdentifier()
        self.id = id
        creation = transaction.record(.createCollection(.collectionList, id, title: title))
        currentTitle = title
        edits = MemberEdits(.folder(id)) { [] }
        super.init()
    }

    /// Requests changes of a folder; nil for a transient one. Indexes refer to the children when an index is first
    /// used.
    public convenience init?(for collectionList: PHCollectionList) {
        guard let identity = collectionList.resolvedIdentity else { return nil }
        self.init(identity.id, title: collectionList.localizedTitle ?? "", .folder(identity.id)) {
            PHCollection.fetchCollections(in: collectionList, options: nil).allIdentifiers
        }
    }

    /// Requests changes of a folder whose children the app has fetched; nil for a transient one. Indexes refer to
    /// `childCollections`.
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        guard let identity = collectionList.resolvedIdentity else { return nil }
        self.init(identity.id, title: collectionList.localizedTitle ?? "", .folder(identity.id)) {
            childCollections.allIdentifiers
        }
    }

    /// Requests changes of the top level. Indexes refer to `childCollections`. Never nil; Apple's can be.
    public convenience init?(forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>) {
        self.init(nil, title: "", .topLevel) { childCollections.allIdentifiers }
    }

    private init(
        _ id: ObjectID?,
        title: String,
        _ container: ChangeOperation.Container,
        seen: @escaping () -> [LocalIdentifier]
    ) {
        self.id = id
        creation = nil
        currentTitle = title
        edits = MemberEdits(container, seen: seen)
        super.init()
    }

    /// Stands for the new folder in the same block, and has its local identifier for later fetches.
    public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        guard let id else { raise("the top level is not created by a request") }
        return PHObjectPlaceholder(LocalIdentifier(.collectionList, id))
    }

    /// Deletes folders with the albums and folders inside, but not their assets.
    public class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required(for: "deleteCollectionLists")
        let ids = identifiers(of: collectionLists, allowing: [.collectionList]).map(\.id)
        if !ids.isEmpty { transaction.record(.operation(.deleteCollections(.collectionList, ids))) }
    }

    /// The folder's title.
    public var title: String {
        get { currentTitle }
        set {
            guard let id else { raise("the top level has no title") }
            currentTitle = newValue
            transaction.rename(.collectionList, id, createdBy: creation, to: newValue)
        }
    }

    /// Adds albums, folders or placeholders at the end.
    public func addChildCollections(_ collections: any NSFastEnumeration) {
        transaction.record(edits.add(Self.children(collections)))
    }

    /// Inserts albums, folders or placeholders so that they have these indexes afterwards.
    public func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        transaction.record(edits.insert(Self.children(collections), at: indexes))
    }

    /// Removes albums and folders from the folder.
    public func removeChildCollections(_ collections: any NSFastEnumeration) {
        transaction.record(edits.remove(Self.children(collections)))
    }

    /// Removes the albums and folders at these indexes from the folder.
    public func removeChildCollections(at indexes: IndexSet) {
        transaction.record(edits.remove(at: indexes))
    }

    /// Replaces the albums and folders at these indexes.
    public func replaceChildCollections(
        at indexes: IndexSet,
        withChildCollections collections: any NSFastEnumeration
    ) {
        transaction.record(edits.replace(at: indexes, with: Self.children(collections)))
    }

    /// Removes the albums and folders at these indexes, and inserts them before index `toIndex` of the rest.
    public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        transaction.record(edits.move(at: indexes, to: toIndex))
    }

    private static func children(_ objects: any NSFastEnumeration) -> [LocalIdentifier] {
        identifiers(of: objects, allowing: [.assetCollection, .collectionList])
    }
}
