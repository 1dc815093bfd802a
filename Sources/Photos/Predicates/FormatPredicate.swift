import LibraryModel

/// A predicate made from a format string: it holds the program that the library runs.
final class FormatPredicate: NSPredicate {
    let program: PredicateProgram

    init(_ program: PredicateProgram) {
        self.program = program
        super.init(value: false)
    }

    override func copy(with zone: NSZone? = nil) -> Any { FormatPredicate(program) }

    override func isEqual(_ object: Any?) -> Bool { (object as? FormatPredicate)?.program == program }

    override var hash: Int { program.hashValue }

    /// Evaluates the program here, over one object in memory.
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        do throws(PredicateEvaluationError) {
            return try PredicateEvaluation.evaluate(program, with: object)
        } catch {
            raise("a predicate cannot be evaluated: \(error.reason)")
        }
    }
}

/// A protocol only so that its initialisers can return a subclass: a class's own convenience initialiser cannot.
public protocol FormatPredicateMaking {}

extension NSPredicate: FormatPredicateMaking {}

extension FormatPredicateMaking where Self: NSPredicate {
    /// A predicate from a format string: `NSPredicate(format: "creationDate > %@", date as CVarArg)`.
    ///
    /// Foundation for Linux declares this initialiser unavailable; this one takes its place. The whole grammar of
    /// comparisons and logic is supported, with keys on either side; arithmetic, functions, quantifiers (`ANY`),
    /// subqueries and variables are not. A format that does not parse stops the program with the place and the reason,
    /// where Apple's raises an exception.
    public init(format predicateFormat: String, _ arguments: any CVarArg...) {
        self = FormatPredicate.parsing(predicateFormat, arguments)
    }

    /// A predicate from a format string, with the arguments in an array. `NSNull` and nil stand for `nil`.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = FormatPredicate.parsing(predicateFormat, arguments ?? [])
    }
}

extension FormatPredicate {
    fileprivate static func parsing<Predicate: NSPredicate>(_ format: String, _ arguments: [Any]) -> Predicate {
        let program: PredicateProgram
        do throws(PredicateFormatError) {
            program = try PredicateParser.parse(format, arguments: arguments)
        } catch {
            raise("unable to parse the format string \"\(format)\": \(error)")
        }
        guard let predicate = FormatPredicate(program) as? Predicate else {
            raise("a subclass of NSPredicate cannot be made from a format string")
        }
        return predicate
    }
}
