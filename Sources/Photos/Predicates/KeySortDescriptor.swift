import LibraryModel

/// A sort descriptor with the name of a key, for the library.
final class KeySortDescriptor: NSSortDescriptor {
    let sortKey: String

    init(key: String, ascending: Bool) {
        sortKey = key
        super.init(keyPath: \KeySortSubject.self, ascending: ascending) { _, _ in .orderedSame }
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        do throws(PredicateEvaluationError) {
            let order = try PredicateEvaluation.order(of: object1, object2, by: sortKey)
            guard !ascending else { return order }
            return switch order {
            case .orderedAscending: .orderedDescending
            case .orderedDescending: .orderedAscending
            case .orderedSame: .orderedSame
            }
        } catch {
            raise("a sort descriptor cannot compare: \(error.reason)")
        }
    }

    override var reversedSortDescriptor: Any { KeySortDescriptor(key: sortKey, ascending: !ascending) }
}

/// The root of an unused key path, which Foundation for Linux requires.
private final class KeySortSubject {}

/// A protocol, so that its initializers can return a subclass: convenience initializers of a class cannot.
public protocol KeySortDescriptorMaking {}

extension NSSortDescriptor: KeySortDescriptorMaking {}

extension KeySortDescriptorMaking where Self: NSSortDescriptor {
    /// Creates a sort descriptor from the name of a key: `NSSortDescriptor(key: "creationDate", ascending: false)`.
    ///
    /// Replaces the initializer that Foundation for Linux declares unavailable. A nil key sorts by the object itself.
    public init(key: String?, ascending: Bool) {
        self = KeySortDescriptor.making(key ?? "SELF", ascending: ascending)
    }

    /// Creates a sort descriptor from a key path: to properties of library objects, for fetches, too, or of other
    /// objects, for the app's lists. Values may be optional; nil sorts first. (Foundation has one for `Comparable`
    /// values, which fetches accept as well.)
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self = KeySortDescriptor.making(keyPath, ascending: ascending)
    }
}

// In the protocol's extension: a second `key` in the class's makes the compiler (6.3.1) stop with a deserialization
// failure when it optimizes code that uses this module.
extension KeySortDescriptorMaking where Self: NSSortDescriptor {
    /// The name of the key, also for the key path of a library object's property.
    public var key: String? { (self as? KeySortDescriptor)?.sortKey ?? KeySortDescriptor.keyName(of: keyPath) }
}

extension KeySortDescriptor {
    fileprivate static func making<Descriptor: NSSortDescriptor>(_ key: String, ascending: Bool) -> Descriptor {
        guard let descriptor = KeySortDescriptor(key: key, ascending: ascending) as? Descriptor else {
            raise("a subclass of NSSortDescriptor cannot be made from a key")
        }
        return descriptor
    }

    fileprivate static func making<Descriptor: NSSortDescriptor, Root, Value>(
        _ keyPath: KeyPath<Root, Value>,
        ascending: Bool
    ) -> Descriptor {
        if let key = keyName(of: keyPath) { return making(key, ascending: ascending) }
        let made = NSSortDescriptor(keyPath: keyPath, ascending: ascending, comparator: ValueOrder.compare)
        guard let descriptor = made as? Descriptor else {
            raise("a subclass of NSSortDescriptor cannot be made from a key path")
        }
        return descriptor
    }

    /// Returns the name of a property that a fetch can sort by.
    static func keyName(of keyPath: AnyKeyPath) -> String? {
        switch keyPath {
        case \PHObject.localIdentifier, \PHAsset.localIdentifier, \PHAssetCollection.localIdentifier,
            \PHCollectionList.localIdentifier, \PHCollection.localIdentifier:
            "localIdentifier"
        case \PHAsset.creationDate: "creationDate"
        case \PHAsset.modificationDate: "modificationDate"
        case \PHAsset.mediaType: "mediaType"
        case \PHAsset.mediaSubtypes: "mediaSubtypes"
        case \PHAsset.duration: "duration"
        case \PHAsset.pixelWidth: "pixelWidth"
        case \PHAsset.pixelHeight: "pixelHeight"
        case \PHAsset.isFavorite: "isFavorite"
        case \PHAsset.isHidden: "isHidden"
        case \PHAsset.burstIdentifier: "burstIdentifier"
        case \PHCollection.localizedTitle, \PHAssetCollection.localizedTitle, \PHCollectionList.localizedTitle:
            "localizedTitle"
        case \PHAssetCollection.startDate, \PHCollectionList.startDate: "startDate"
        case \PHAssetCollection.endDate, \PHCollectionList.endDate: "endDate"
        case \PHAssetCollection.estimatedAssetCount: "estimatedAssetCount"
        default: nil
        }
    }
}
