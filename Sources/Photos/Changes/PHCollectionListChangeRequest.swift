import LibraryModel

/// A change of a folder or of the top level, or a new folder.
public class PHCollectionListChangeRequest: PHChangeRequest {
    /// Nil for the top level.
    private let id: ObjectID?
    /// The step that creates the folder; nil for a change.
    private let creation: Int?
    private var currentTitle: String
    private var edits: MemberEdits

    /// A new folder, to be put at the end of the top level.
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

    /// A change of a folder; nil when it is in no library. Indexes mean the folder as it is when they are used.
    public convenience init?(for collectionList: PHCollectionList) {
        guard let identity = collectionList.resolvedIdentity else { return nil }
        self.init(identity.id, title: collectionList.localizedTitle ?? "", .folder(identity.id)) {
            PHCollection.fetchCollections(in: collectionList, options: nil).allIdentifiers
        }
    }

    /// A change of a folder whose children the app saw: indexes mean that result; nil when it is in no library.
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        guard let identity = collectionList.resolvedIdentity else { return nil }
        self.init(identity.id, title: collectionList.localizedTitle ?? "", .folder(identity.id)) {
            childCollections.allIdentifiers
        }
    }

    /// A change of the top level, as the app saw it. Never nil here; Apple's may be.
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

    /// The new folder, to be named in the same block and fetched after it.
    public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        guard let id else { raise("the top level is not created by a request") }
        return PHObjectPlaceholder(LocalIdentifier(.collectionList, id))
    }

    /// Deletes folders with the albums and folders inside them, never the assets in those.
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

    /// Adds albums and folders, or placeholders of new ones, at the end.
    public func addChildCollections(_ collections: any NSFastEnumeration) {
        transaction.record(edits.add(Self.children(collections)))
    }

    /// Inserts albums and folders, or placeholders of new ones, so that they have these indexes afterwards.
    public func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        transaction.record(edits.insert(Self.children(collections), at: indexes))
    }

    /// Takes albums and folders out.
    public func removeChildCollections(_ collections: any NSFastEnumeration) {
        transaction.record(edits.remove(Self.children(collections)))
    }

    /// Takes the albums and folders at these indexes out.
    public func removeChildCollections(at indexes: IndexSet) {
        transaction.record(edits.remove(at: indexes))
    }

    /// Takes the albums and folders at these indexes out and puts others there.
    public func replaceChildCollections(
        at indexes: IndexSet,
        withChildCollections collections: any NSFastEnumeration
    ) {
        transaction.record(edits.replace(at: indexes, with: Self.children(collections)))
    }

    /// Takes the albums and folders at these indexes out and puts them back, before index `toIndex` of what is left.
    public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        transaction.record(edits.move(at: indexes, to: toIndex))
    }

    private static func children(_ objects: any NSFastEnumeration) -> [LocalIdentifier] {
        identifiers(of: objects, allowing: [.assetCollection, .collectionList])
    }
}
