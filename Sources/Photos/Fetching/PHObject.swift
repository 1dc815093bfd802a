import LibraryModel

/// An asset, an album or a folder: an immutable snapshot. Thread-safe.
///
/// Equality and hash follow `localIdentifier`, so a placeholder equals the object that was created for it.
//
// `@unchecked`, as for every open Sendable class: all stored properties, here and in this module's subclasses, are
// constants of Sendable types.
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
    /// Nil for an app's object created with `init()`.
    let identity: LocalIdentifier?

    /// Creates an object outside any library, for subclasses of apps such as test doubles.
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
    /// Empty for an object outside any library. Each call computes it from 16 bytes.
    open var localIdentifier: String { identity?.string ?? "" }

    /// Returns the object itself, because it is immutable.
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

    /// The identity, which follows an override of `localIdentifier` in a subclass.
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
