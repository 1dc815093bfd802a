/// The order of values of an app's objects, for sort descriptors with key paths.
enum ValueOrder {
    /// Nil sorts first, false before true. Values without an order stop the program.
    static func compare(_ left: Any, _ right: Any) -> ComparisonResult {
        switch (present(left), present(right)) {
        case (nil, nil): .orderedSame
        case (nil, _): .orderedAscending
        case (_, nil): .orderedDescending
        case (let left?, let right?): comparePresent(left, right)
        }
    }

    private static func comparePresent(_ left: Any, _ right: Any) -> ComparisonResult {
        switch (left, right) {
        case (let left as Bool, let right as Bool): return compare(left ? 1 : 0, right ? 1 : 0)
        case (let left as any Comparable, _):
            guard let order = order(left, right) else { break }
            return order
        case (let left as NSNumber, let right as NSNumber): return left.compare(right)
        case (let left as NSString, let right as NSString): return left.compare(right as String)
        case (let left as NSDate, let right as NSDate): return left.compare(right as Date)
        default: break
        }
        raise("\(type(of: left)) and \(type(of: right)) have no order that a sort descriptor could sort by")
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Any) -> ComparisonResult? {
        guard let right = right as? Value else { return nil }
        return left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
    }

    /// Unwraps optionals.
    private static func present(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalValue else { return value }
        return optional.wrapped.flatMap(present)
    }
}

/// Any optional.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}
