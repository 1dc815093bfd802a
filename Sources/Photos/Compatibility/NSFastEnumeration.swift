/// What change requests take lists of objects as: `[asset] as NSArray`, an `Array`, a `Set` or a `PHFetchResult`.
///
/// Apple's Foundation has this protocol; Foundation for Linux has not, so that it is supplied here, without the
/// requirement that only the Objective-C compiler uses.
public protocol NSFastEnumeration {
    /// Hands the objects to `body`, in order.
    func forEachEnumerated(_ body: (Any) -> Void)
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
