/// What change requests take lists of objects as: `[asset] as NSArray`, an `Array`, a `Set` or a `PHFetchResult`.
///
/// Apple's Foundation has this protocol; Foundation for Linux has not, so that it is supplied here, without the
/// requirement that only the Objective-C compiler uses.
public protocol NSFastEnumeration {
    /// Hands the objects to `body`, in order.
    func forEachEnumerated(_ body: (Any) -> Void)

    /// The objects one after the other, in order. All of them are collected first where a type does not say otherwise.
    func makeEnumeration() -> AnyIterator<Any>
}

extension NSFastEnumeration {
    /// The objects, which are collected first.
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

/// Goes through the objects of a list, as apps have it that make a `Sequence` of `PHFetchResult`.
public struct NSFastEnumerationIterator: IteratorProtocol {
    private let objects: AnyIterator<Any>

    /// An iterator at the beginning of a list.
    public init(_ enumerable: any NSFastEnumeration) { objects = enumerable.makeEnumeration() }

    /// The next object; nil at the end.
    public mutating func next() -> Any? { objects.next() }
}
