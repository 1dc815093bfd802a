import LibraryModel

extension FormatPredicateMaking where Self: NSPredicate {
    /// Creates a predicate from Swift's: `NSPredicate(#Predicate<PHAsset> { $0.isFavorite && $0.pixelWidth > 4000 })`.
    ///
    /// Foundation for Linux lacks this initializer; this one is for library objects. The library evaluates comparisons
    /// of predicate keys, and logic. This process evaluates any other predicate on the fetched objects, like a block.
    public init<Input: PHObject>(_ predicate: Predicate<Input>) {
        let made: NSPredicate
        if let expression = predicate.expression as? any LibraryExpression,
            let truth = expression.translated.truth
        {
            made = FormatPredicate(PredicateProgram(truth))
        } else {
            made = NSPredicate { object, _ in
                guard let input = object as? Input else { return false }
                do {
                    return try predicate.evaluate(input)
                } catch {
                    raise("a predicate cannot be evaluated: \(error)")
                }
            }
        }
        guard let made = made as? Self else { raise("\(Self.self) cannot be made from a Swift predicate") }
        self = made
    }
}

/// The translation of a part of a Swift predicate.
enum TranslatedExpression {
    case truth([PredicateInstruction])
    case value(PredicateOperand)
    /// Not supported by the library.
    case untranslatable

    fileprivate init(_ value: Any?) {
        let raw = (value as? any RawRepresentable)?.rawValue ?? value
        self = PredicateArgument(raw).map { .value(PredicateOperand(argument: $0, at: 0)) } ?? .untranslatable
    }

    /// The instructions that push a Boolean. A Boolean key is one, too.
    fileprivate var truth: [PredicateInstruction]? {
        switch self {
        case .truth(let instructions): return instructions
        case .value(let operand):
            if case .literal(.boolean(let truth)) = operand.content { return [.constant(truth)] }
            guard let key = operand.key, PredicateOperand.truthKeys.contains(key) else { return nil }
            return operand.instructions + [.literal(.boolean(true)), .compare(.equal, [])]
        case .untranslatable: return nil
        }
    }

    fileprivate static func combined(_ parts: [TranslatedExpression], _ last: PredicateInstruction) -> Self {
        var instructions: [PredicateInstruction] = []
        for part in parts {
            guard let truth = part.truth else { return .untranslatable }
            instructions += truth
        }
        return .truth(instructions + [last])
    }

    fileprivate static func comparison(
        _ left: TranslatedExpression,
        _ comparison: PredicateComparison,
        _ right: TranslatedExpression,
        _ options: PredicateComparisonOptions = []
    ) -> Self {
        guard case .value(let left) = left, case .value(let right) = right else { return .untranslatable }
        // Swift evaluates comparisons of two constants or two keys, and those with nil.
        guard (left.key == nil) != (right.key == nil) else { return .untranslatable }
        do throws(PredicateFormatError) {
            let assembly = PredicateComparisonAssembly(left: left, comparison, options, right: right)
            return .truth(try assembly.instructions(at: 0))
        } catch {
            return .untranslatable
        }
    }
}

/// A part of a Swift predicate that may have a translation.
private protocol LibraryExpression {
    var translated: TranslatedExpression { get }
}

private func translation(_ expression: Any) -> TranslatedExpression {
    (expression as? any LibraryExpression)?.translated ?? .untranslatable
}

extension PredicateExpressions.Variable: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .value(PredicateOperand(.key("SELF"), at: 0)) }
}

extension PredicateExpressions.KeyPath: LibraryExpression {
    fileprivate var translated: TranslatedExpression {
        // Swift's predicates compare Codable values, so a media type is its number.
        if keyPath as AnyKeyPath == \PHAssetMediaType.rawValue { return translation(root) }
        guard root is PredicateExpressions.Variable<Root.Output>,
            let key = KeySortDescriptor.keyName(of: keyPath)
        else { return .untranslatable }
        return .value(PredicateOperand(.key(key), at: 0))
    }
}

extension PredicateExpressions.Value: LibraryExpression {
    fileprivate var translated: TranslatedExpression { TranslatedExpression(value) }
}

extension PredicateExpressions.NilLiteral: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .value(PredicateOperand(.literal(.null), at: 0)) }
}

extension PredicateExpressions.Conjunction: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .combined([translation(lhs), translation(rhs)], .and) }
}

extension PredicateExpressions.Disjunction: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .combined([translation(lhs), translation(rhs)], .or) }
}

extension PredicateExpressions.Negation: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .combined([translation(wrapped)], .not) }
}

extension PredicateExpressions.Equal: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .comparison(translation(lhs), .equal, translation(rhs)) }
}

extension PredicateExpressions.NotEqual: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .comparison(translation(lhs), .notEqual, translation(rhs)) }
}

extension PredicateExpressions.Comparison: LibraryExpression {
    fileprivate var translated: TranslatedExpression {
        let comparison: PredicateComparison
        switch op {
        case .lessThan: comparison = .less
        case .lessThanOrEqual: comparison = .lessOrEqual
        case .greaterThan: comparison = .greater
        case .greaterThanOrEqual: comparison = .greaterOrEqual
        @unknown default: return .untranslatable
        }
        return .comparison(translation(lhs), comparison, translation(rhs))
    }
}

extension PredicateExpressions.SequenceContains: LibraryExpression {
    fileprivate var translated: TranslatedExpression { .comparison(translation(element), .in, translation(sequence)) }
}
