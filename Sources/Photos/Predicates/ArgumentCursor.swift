import LibraryModel

/// Iterates over the arguments of a format.
struct ArgumentCursor {
    private let arguments: [Any]
    private var next = 0

    init(_ arguments: [Any]) {
        self.arguments = arguments
    }

    private mutating func take(for token: PredicateToken) throws(PredicateFormatError) -> Any {
        guard next < arguments.count else {
            throw PredicateFormatError(
                position: token.position,
                reason: "argument \(next + 1) is missing: only \(arguments.count) were given"
            )
        }
        defer { next += 1 }
        return arguments[next]
    }

    mutating func value(for token: PredicateToken) throws(PredicateFormatError) -> PredicateArgument {
        let argument = try take(for: token)
        guard let value = PredicateArgument(argument) else {
            throw PredicateFormatError(
                position: token.position,
                reason: "argument \(next) is of a kind that no key can be compared with: \(type(of: argument))"
            )
        }
        if token.kind == .numberArgument {
            switch value {
            case .literal(.integer), .literal(.real), .literal(.boolean): break
            default:
                throw PredicateFormatError(
                    position: token.position,
                    reason: "argument \(next) is no number: \(type(of: argument))"
                )
            }
        }
        return value
    }

    mutating func key(for token: PredicateToken) throws(PredicateFormatError) -> String {
        let argument = try take(for: token)
        guard case .literal(.text(let key)) = PredicateArgument(argument), !key.isEmpty else {
            throw PredicateFormatError(position: token.position, reason: "argument \(next) is no key")
        }
        return key.uppercased() == "SELF" ? "SELF" : key
    }
}
