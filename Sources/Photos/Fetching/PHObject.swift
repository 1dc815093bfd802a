import LibraryModel

/// An asset, an album or a folder, known by its local identifier.
///
/// Equality and hash follow `localIdentifier`, so that a placeholder equals the object that it became. Objects are
/// snapshots: they never change.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties, here and in the subclasses of
// this module, are constants of Sendable types.
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    /// Nil for an app's own object made with `init()`.
    let identity: LocalIdentifier?

    /// An object that is in no library, for an app's own subclasses (its test doubles, for example).
    public override init() {
        identity = nil
        super.init()
    }

    init(_ identity: LocalIdentifier) {
        self.identity = identity
        super.init()
    }

    /// The name of the object in this library, for ever: `9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001`.
    ///
    /// Empty for an object in no library. The text is made at each call, an object holds the 16 bytes that it tells.
    open var localIdentifier: String { identity?.string ?? "" }

    /// Itself: an object never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object has the same local identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        if self === other { return true }
        guard let identity = resolvedIdentity, let otherIdentity = other.resolvedIdentity else {
            return resolvedIdentity == nil && other.resolvedIdentity == nil && !localIdentifier.isEmpty
                && localIdentifier == other.localIdentifier
        }
        return identity == otherIdentity
    }

    /// A hash of the local identifier.
    open override var hash: Int { resolvedIdentity?.hashValue ?? localIdentifier.hashValue }

    /// What the object is in the library, also where a subclass of the app's overrides `localIdentifier`.
    final var resolvedIdentity: LocalIdentifier? { identity ?? LocalIdentifier(localIdentifier) }
}

/// The object that a change request will have made, to be named before it is there.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {}

/// The kinds of objects that history tells about.
public enum PHObjectType: Int, Sendable {
    /// A `PHAsset`.
    case asset = 1
    /// A `PHAssetCollection`.
    case assetCollection = 2
    /// A `PHCollectionList`.
    case collectionList = 3

    var kind: ObjectKind {
        switch self {
        case .asset: .asset
        case .assetCollection: .assetCollection
        case .collectionList: .collectionList
        }
    }
}
