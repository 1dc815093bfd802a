import LibraryModel

/// An argument of a predicate's format, converted for the library.
enum PredicateArgument: Hashable {
    case literal(PredicateLiteral)
    case list([PredicateLiteral])
    /// One or more library objects, for `SELF == %@` and `SELF IN %@`.
    case objects([LocalIdentifier], isList: Bool)

    /// Returns nil for a value of an unsupported type.
    init?(_ value: Any?) {
        guard let value = Self.unwrapped(value) else {
            self = .literal(.null)
            return
        }
        if let object = value as? PHObject {
            self = .objects(object.resolvedIdentity.map { [$0] } ?? [], isList: false)
        } else if let literal = PredicateLiteral(argument: value) {
            self = .literal(literal)
        } else if let list = value as? any NSFastEnumeration {
            guard let argument = Self.listArgument(list) else { return nil }
            self = argument
        } else {
            return nil
        }
    }

    private static func listArgument(_ list: any NSFastEnumeration) -> PredicateArgument? {
        var literals: [PredicateLiteral] = []
        var objects: [LocalIdentifier] = []
        var hasObjects = false
        var isSupported = true
        list.forEachEnumerated { element in
            if let object = element as? PHObject {
                hasObjects = true
                if let identity = object.resolvedIdentity { objects.append(identity) }
            } else if let literal = PredicateLiteral(argument: element) {
                literals.append(literal)
            } else {
                isSupported = false
            }
        }
        guard isSupported, !(hasObjects && !literals.isEmpty) else { return nil }
        return hasObjects ? .objects(objects, isList: true) : .list(literals)
    }

    /// Unwraps optionals. `NSNull` is nil, as in Apple's `argumentArray`.
    private static func unwrapped(_ value: Any?) -> Any? {
        guard let value, !(value is NSNull) else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        guard let wrapped = mirror.children.first else { return nil }
        return unwrapped(wrapped.value)
    }
}

extension PredicateLiteral {
    /// Returns nil for a list.
    init?(argument value: Any) {
        switch value {
        // Exact numeric types first: a cast would turn 1 into true.
        case let number as NSNumber where type(of: value) is NSNumber.Type: self.init(number)
        case let value as Bool where type(of: value) == Bool.self: self = .boolean(value)
        case let value as any BinaryInteger:
            guard let exact = Int64(exactly: value) else { return nil }
            self = .integer(exact)
        case let value as Double: self = .real(value)
        case let value as Float: self = .real(Double(value))
        case let value as CGFloat: self = .real(Double(value))
        case let value as String: self = .text(value)
        case let value as NSString: self = .text(String(describing: value))
        case let value as Date: self = .date(value.microsecondsSince1970)
        case let value as NSDate: self = .date((value as Date).microsecondsSince1970)
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        switch Character(Unicode.Scalar(UInt8(bitPattern: unsafe number.objCType.pointee))) {
        case "d", "f": self = .real(number.doubleValue)
        case "c", "B":
            self =
                number.int64Value == 0 || number.int64Value == 1
                ? .boolean(number.boolValue) : .integer(number.int64Value)
        default: self = .integer(number.int64Value)
        }
    }
}
