import LibraryModel

/// An asset, an album or a folder: an immutable snapshot.
///
/// Equality and hash follow `localIdentifier`, so a placeholder equals the object that was created for it.
//
// `@unchecked`, as for every open Sendable class: all stored properties, here and in this module's subclasses, are
// constants of Sendable types.
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

    /// The object's permanent identifier in this library: `9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001`.
    ///
    /// Empty for an object in no library. Computed at each call from 16 bytes.
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

    /// The object's identity, also when an app's subclass overrides `localIdentifier`.
    final var resolvedIdentity: LocalIdentifier? { identity ?? LocalIdentifier(localIdentifier) }
}

/// Stands for an object that a change request creates, before it exists.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {}

/// The kinds of objects in the change history.
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
