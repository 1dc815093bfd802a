package import CLibraryProtocol
package import LibraryModel

// Predicate programs.

extension PredicateProgram: MessageValue {
    package static let messageKind = MessageKind(photolibrary__predicate__init)

    package func write(to message: Message<Photolibrary__Predicate>) {
        message.put(\.n_instructions, \.instructions, instructions)
    }

    package init(reading message: Message<Photolibrary__Predicate>) throws(LibraryError) {
        self.init(try message.parts(\.n_instructions, \.instructions))
    }
}

extension PredicateInstruction: MessageValue {
    package static let messageKind = MessageKind(photolibrary__predicate_instruction__init)

    package func write(to message: Message<Photolibrary__PredicateInstruction>) {
        message.put(\.has_operation, \.operation, operation)
        switch self {
        case .key(let text), .literal(.text(let text)): message.put(\.text, text)
        case .literal(.boolean(let value)), .constant(let value):
            message.put(\.has_integer, \.integer, value ? 1 : 0)
        case .literal(.integer(let value)), .literal(.date(let value)): message.put(\.has_integer, \.integer, value)
        case .literal(.real(let value)): message.put(\.has_real, \.real, value)
        case .literal(.identifiers(let identifiers)): message.put(\.has_bytes, \.bytes, identifiers)
        case .list(let count): message.put(\.has_integer, \.integer, Int64(count))
        case .compare(let comparison, let options):
            message.put(\.has_comparison, \.comparison, UInt32(comparison.rawValue))
            message.put(\.has_options, \.options, UInt32(options.rawValue))
        case .literal(.null), .bitwiseAnd, .and, .or, .not: break
        }
    }

    private var operation: Photolibrary__PredicateInstruction__Operation {
        switch self {
        case .key: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__KEY
        case .literal(.null): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NULL_LITERAL
        case .literal(.boolean): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BOOLEAN
        case .literal(.integer): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__INTEGER
        case .literal(.real): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__REAL
        case .literal(.text): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__TEXT
        case .literal(.date): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__DATE
        case .literal(.identifiers): PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__IDENTIFIER_LIST
        case .list: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__LIST
        case .bitwiseAnd: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BITWISE_AND
        case .compare: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__COMPARE
        case .and: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__AND
        case .or: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__OR
        case .not: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NOT
        case .constant: PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__CONSTANT
        }
    }

    package init(reading message: Message<Photolibrary__PredicateInstruction>) throws(LibraryError) {
        var text: String { message.text(\.text) ?? "" }
        var integer: Int64 { message.number(\.has_integer, \.integer) ?? 0 }
        switch try message.number(\.has_operation, \.operation).required("operation") {
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__KEY: self = .key(text)
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NULL_LITERAL: self = .literal(.null)
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BOOLEAN:
            self = .literal(.boolean(try PredicateInstruction.truth(message)))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__INTEGER: self = .literal(.integer(integer))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__REAL:
            self = .literal(.real(message.number(\.has_real, \.real) ?? 0))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__TEXT: self = .literal(.text(text))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__DATE: self = .literal(.date(integer))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__IDENTIFIER_LIST:
            self = .literal(.identifiers(try message.localIdentifiers(\.has_bytes, \.bytes) ?? []))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__LIST:
            let count = integer
            guard (0...Int64(PredicateProgram.maximumInstructions)).contains(count) else {
                throw .malformed("list length")
            }
            self = .list(count: Int(count))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BITWISE_AND: self = .bitwiseAnd
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__COMPARE:
            guard let comparison = UInt8(exactly: message.number(\.has_comparison, \.comparison) ?? 0),
                let comparison = PredicateComparison(rawValue: comparison),
                let options = UInt8(exactly: message.number(\.has_options, \.options) ?? 0)
                    .map(PredicateComparisonOptions.init), PredicateComparisonOptions.all.isSuperset(of: options)
            else { throw .malformed("comparison") }
            self = .compare(comparison, options)
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__AND: self = .and
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__OR: self = .or
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NOT: self = .not
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__CONSTANT:
            self = .constant(try PredicateInstruction.truth(message))
        default: throw .malformed("predicate operation")
        }
    }

    private static func truth(
        _ message: Message<Photolibrary__PredicateInstruction>
    ) throws(LibraryError) -> Bool {
        switch message.number(\.has_integer, \.integer) {
        case 0: false
        case 1: true
        default: throw .malformed("truth")
        }
    }
}
