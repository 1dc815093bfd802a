import LibraryModel

/// Why a predicate could not be evaluated over an object in memory.
struct PredicateEvaluationError: Error {
    var reason: String
}

/// Evaluates a predicate's program on an object in memory, with the same results as the library's.
///
/// A fetch needs it only for predicates with a block, which only this process can run.
enum PredicateEvaluation {
    /// A value on the stack.
    enum Value: Hashable {
        case literal(PredicateLiteral)
        case list([PredicateLiteral])
        case object(LocalIdentifier?)
        case truth(Bool)
    }

    static func evaluate(
        _ program: PredicateProgram,
        with object: Any?
    ) throws(PredicateEvaluationError) -> Bool {
        var stack: [Value] = []
        func pop() throws(PredicateEvaluationError) -> Value {
            guard let value = stack.popLast() else {
                throw PredicateEvaluationError(reason: "the program is malformed")
            }
            return value
        }
        func popTruth() throws(PredicateEvaluationError) -> Bool {
            guard case .truth(let truth) = try pop() else {
                throw PredicateEvaluationError(reason: "the program is malformed")
            }
            return truth
        }
        for instruction in program.instructions {
            switch instruction {
            case .key(let key): stack.append(try value(of: key, in: object))
            case .literal(let literal): stack.append(.literal(literal))
            case .list(let count):
                var literals: [PredicateLiteral] = []
                for _ in 0..<count {
                    guard case .literal(let literal) = try pop() else {
                        throw PredicateEvaluationError(reason: "the program is malformed")
                    }
                    literals.append(literal)
                }
                stack.append(.list(literals.reversed()))
            case .bitwiseAnd:
                guard case .literal(.integer(let right)) = try pop(), case .literal(.integer(let left)) = try pop()
                else { throw PredicateEvaluationError(reason: "& wants whole numbers") }
                stack.append(.literal(.integer(left & right)))
            case .compare(let comparison, let options):
                let right = try pop()
                let left = try pop()
                stack.append(.truth(try PredicateComparer(comparison, options).compare(left, right)))
            case .and:
                let (right, left) = (try popTruth(), try popTruth())
                stack.append(.truth(left && right))
            case .or:
                let (right, left) = (try popTruth(), try popTruth())
                stack.append(.truth(left || right))
            case .not: stack.append(.truth(!(try popTruth())))
            case .constant(let truth): stack.append(.truth(truth))
            }
        }
        return try popTruth()
    }

    /// Compares two objects by a key. Nil sorts first.
    static func order(
        of left: Any,
        _ right: Any,
        by key: String
    ) throws(PredicateEvaluationError) -> ComparisonResult {
        let (left, right) = (try value(of: key, in: left), try value(of: key, in: right))
        switch (left == .literal(.null), right == .literal(.null)) {
        case (true, true): return .orderedSame
        case (true, false): return .orderedAscending
        case (false, true): return .orderedDescending
        case (false, false): break
        }
        if try PredicateComparer(.less, []).compare(left, right) { return .orderedAscending }
        return try PredicateComparer(.less, []).compare(right, left) ? .orderedDescending : .orderedSame
    }

    /// Returns the value of a key: a library object's property, an entry of a dictionary, or `SELF`.
    private static func value(of key: String, in object: Any?) throws(PredicateEvaluationError) -> Value {
        if let object = object as? PHObject {
            if let value = object.predicateValue(forKey: key) { return value }
        } else if let dictionary = object as? [String: Any] {
            if let value = value(of: dictionary[key]) { return value }
        } else if key == "SELF", let value = value(of: object) {
            return value
        }
        throw PredicateEvaluationError(reason: "there is no key \(key)")
    }

    private static func value(of argument: Any?) -> Value? {
        switch PredicateArgument(argument) {
        case .literal(let literal): .literal(literal)
        case .list(let literals): .list(literals)
        case .objects(let identifiers, _): .object(identifiers.first)
        case nil: nil
        }
    }
}
