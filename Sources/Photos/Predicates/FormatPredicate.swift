import LibraryModel

/// A predicate from a format string: the program for the library, or, while variables lack values, the format and its
/// arguments.
final class FormatPredicate: NSPredicate {
    /// A format with variables (`$NAME`), not all of which have values.
    private struct Template {
        var format: String
        var arguments: [Any]
        var values: [String: Any]
        var missing: String
    }

    private enum Content {
        case program(PredicateProgram)
        case template(Template)
    }

    private let content: Content

    init(_ program: PredicateProgram) {
        content = .program(program)
        super.init(value: false)
    }

    init(_ format: String, _ arguments: [Any], variables: [String: Any] = [:]) throws(PredicateFormatError) {
        let (program, unbound) = try PredicateParser.parseTemplate(format, arguments: arguments, variables: variables)
        content =
            if let missing = unbound.first {
                .template(Template(format: format, arguments: arguments, values: variables, missing: missing.name))
            } else {
                .program(program)
            }
        super.init(value: false)
    }

    /// The program for the library. Stops the program of the app when variables lack values.
    var program: PredicateProgram {
        switch content {
        case .program(let program): return program
        case .template(let template):
            raise("the variable \(template.missing) of \"\(template.format)\" has no value")
        }
    }

    private var knownProgram: PredicateProgram? { if case .program(let program) = content { program } else { nil } }

    /// Returns the predicate with values for its variables; itself without variables.
    func substituting(_ variables: [String: Any]) -> FormatPredicate {
        guard case .template(let template) = content else { return self }
        do throws(PredicateFormatError) {
            let values = template.values.merging(variables) { _, new in new }
            return try FormatPredicate(template.format, template.arguments, variables: values)
        } catch {
            raise("unable to substitute the variables of \"\(template.format)\": \(error)")
        }
    }

    // Immutable.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? FormatPredicate else { return false }
        return other === self || (knownProgram != nil && other.knownProgram == knownProgram)
    }

    override var hash: Int { knownProgram.hashValue }

    /// Evaluates the predicate on an object in memory.
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        let program = substituting(bindings ?? [:]).program
        do throws(PredicateEvaluationError) {
            return try PredicateEvaluation.evaluate(program, with: object)
        } catch {
            raise("a predicate cannot be evaluated: \(error.reason)")
        }
    }
}

/// A protocol, so that its initializers can return a subclass: convenience initializers of a class cannot.
public protocol FormatPredicateMaking {}

extension NSPredicate: FormatPredicateMaking {}

extension FormatPredicateMaking where Self: NSPredicate {
    /// Creates a predicate from a format string: `NSPredicate(format: "creationDate > %@", date as CVarArg)`.
    ///
    /// Replaces the initializer that Foundation for Linux declares unavailable. Supports comparisons and logic, with
    /// keys on either side, and variables (`$NAME`); not arithmetic, functions, quantifiers (`ANY`) and subqueries. A
    /// format that does not parse stops the program with the position and the reason, where Apple's raises an
    /// exception.
    public init(format predicateFormat: String, _ arguments: any CVarArg...) {
        self = FormatPredicate.parsing(predicateFormat, arguments)
    }

    /// Creates a predicate from a format string and an array of arguments. `NSNull` and nil mean `nil`.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = FormatPredicate.parsing(predicateFormat, arguments ?? [])
    }

    /// Returns the predicate with values for its variables: `$DATE` is `variables["DATE"]`. Variables without a value
    /// stay; a fetch with any of them stops the program.
    ///
    /// Replaces the method that Foundation for Linux declares unavailable.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        let substituted: NSPredicate =
            switch self {
            case let predicate as FormatPredicate: predicate.substituting(variables)
            case let compound as NSCompoundPredicate:
                NSCompoundPredicate(
                    type: compound.compoundPredicateType,
                    subpredicates: compound.subpredicates.map { $0.withSubstitutionVariables(variables) }
                )
            default: self
            }
        guard let substituted = substituted as? Self else {
            raise("the variables of \(type(of: self)) cannot be substituted")
        }
        return substituted
    }
}

extension FormatPredicate {
    fileprivate static func parsing<Predicate: NSPredicate>(_ format: String, _ arguments: [Any]) -> Predicate {
        let parsed: FormatPredicate
        do throws(PredicateFormatError) {
            parsed = try FormatPredicate(format, arguments)
        } catch {
            raise("unable to parse the format string \"\(format)\": \(error)")
        }
        guard let predicate = parsed as? Predicate else {
            raise("a subclass of NSPredicate cannot be made from a format string")
        }
        return predicate
    }
}
