/// The type of object lists in change requests: `[asset] as NSArray`, an `Array`, a `Set` or a `PHFetchResult`.
///
/// Foundation for Linux lacks this protocol of Apple's Foundation. Its requirement for the Objective-C compiler is left
/// out.
public protocol NSFastEnumeration {
    /// Calls `body` with the objects, in order.
    func forEachEnumerated(_ body: (Any) -> Void)

    /// Iterates over the objects in order. The default implementation collects all first.
    func makeEnumeration() -> AnyIterator<Any>
}

extension NSFastEnumeration {
    /// Iterates over the objects, which it collects first.
    public func makeEnumeration() -> AnyIterator<Any> {
        var objects: [Any] = []
        forEachEnumerated { objects.append($0) }
        return AnyIterator(objects.makeIterator())
    }
}

extension Array: NSFastEnumeration {
    /// Hands the elements to `body`, in order.
    public func forEachEnumerated(_ body: (Any) -> Void) { forEach { body($0) } }
}

extension Set: NSFastEnumeration {
    /// Hands the elements to `body`, in no particular order.
    public func forEachEnumerated(_ body: (Any) -> Void) { forEach { body($0) } }
}

extension NSArray: NSFastEnumeration {
    /// Hands the elements to `body`, in order.
    public func forEachEnumerated(_ body: (Any) -> Void) { forEach { body($0) } }
}

extension NSSet: NSFastEnumeration {
    /// Hands the elements to `body`, in no particular order.
    public func forEachEnumerated(_ body: (Any) -> Void) { forEach { body($0) } }
}

extension NSOrderedSet: NSFastEnumeration {
    /// Hands the elements to `body`, in order.
    public func forEachEnumerated(_ body: (Any) -> Void) { forEach { body($0) } }
}

/// Iterates over the objects of a list, for apps that make `PHFetchResult` a `Sequence`.
public struct NSFastEnumerationIterator: IteratorProtocol {
    private let objects: AnyIterator<Any>

    /// Creates an iterator at the start of a list.
    public init(_ enumerable: any NSFastEnumeration) { objects = enumerable.makeEnumeration() }

    /// Returns the next object; nil at the end.
    public mutating func next() -> Any? { objects.next() }
}
