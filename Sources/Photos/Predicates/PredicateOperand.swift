import LibraryModel

/// One side of a comparison during parsing.
struct PredicateOperand {
    enum Content {
        case key(String)
        case literal(PredicateLiteral)
        case list([PredicateLiteral])
        case objects([LocalIdentifier], isList: Bool)
        /// A key with a bit mask.
        case masked(key: String, mask: Int64)
        /// A variable without a value, which matches any type.
        case unbound
    }

    var content: Content
    /// Its start in the format string.
    var position: Int

    init(_ content: Content, at position: Int) {
        self.content = content
        self.position = position
    }

    init(argument: PredicateArgument, at position: Int) {
        self.position = position
        content =
            switch argument {
            case .literal(let literal): .literal(literal)
            case .list(let literals): .list(literals)
            case .objects(let identifiers, let isList): .objects(identifiers, isList: isList)
            }
    }

    var key: String? { if case .key(let key) = content { key } else { nil } }
    var integer: Int64? { if case .literal(.integer(let value)) = content { value } else { nil } }

    var isUnbound: Bool { if case .unbound = content { true } else { false } }

    var isList: Bool {
        switch content {
        case .list, .objects(_, isList: true): true
        case .key, .literal, .masked, .objects, .unbound: false
        }
    }

    /// The instructions that push the operand.
    var instructions: [PredicateInstruction] {
        switch content {
        case .key(let key): [.key(key)]
        case .literal(let literal): [.literal(literal)]
        case .list(let literals): literals.map { .literal($0) } + [.list(count: literals.count)]
        case .objects(let identifiers, _): [.literal(.identifiers(identifiers))]
        case .masked(let key, let mask): [.key(key), .literal(.integer(mask)), .bitwiseAnd]
        case .unbound: []
        }
    }

    /// Converts the operand for comparison with `key`: to Booleans for Boolean keys, to identifiers for lists of local
    /// identifiers.
    func adapted(to key: String?) -> PredicateOperand {
        guard let key else { return self }
        var adapted = self
        switch content {
        case .literal(.integer(let value)) where Self.truthKeys.contains(key) && (value == 0 || value == 1):
            adapted.content = .literal(.boolean(value == 1))
        case .list(let literals) where Self.identityKeys.contains(key):
            // Malformed local identifiers match nothing.
            adapted.content = .objects(
                literals.compactMap { if case .text(let text) = $0 { LocalIdentifier(text) } else { nil } },
                isList: true
            )
        default: break
        }
        return adapted
    }

    /// Boolean keys. Apps compare them with `YES`, and with `%d` and 1.
    static let truthKeys: Set<String> = ["favorite", "isFavorite", "hidden", "isHidden"]
    /// Keys with the identity of the object.
    static let identityKeys: Set<String> = ["localIdentifier", "SELF"]
}
