internal import CLibraryProtocol
internal import LibraryModel

// Predicate programs.

extension MessageArena {
    func predicate(_ program: PredicateProgram) -> UnsafeMutablePointer<Photolibrary__Predicate> {
        let message = unsafe make(photolibrary__predicate__init)
        unsafe (message.pointee.n_instructions, message.pointee.instructions) = unsafe list(
            program.instructions.map { unsafe instruction($0) }
        )
        return unsafe message
    }

    private func instruction(
        _ instruction: PredicateInstruction
    ) -> UnsafeMutablePointer<Photolibrary__PredicateInstruction> {
        let message = unsafe make(photolibrary__predicate_instruction__init)
        func set(_ operation: Photolibrary__PredicateInstruction__Operation, integer: Int64? = nil) {
            unsafe message.pointee.operation = operation
            if let integer {
                unsafe message.pointee.has_integer = 1
                unsafe message.pointee.integer = integer
            }
        }
        switch instruction {
        case .key(let key):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__KEY)
            unsafe message.pointee.text = unsafe string(key)
        case .literal(.null):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NULL_LITERAL)
        case .literal(.boolean(let value)):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BOOLEAN, integer: value ? 1 : 0)
        case .literal(.integer(let value)):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__INTEGER, integer: value)
        case .literal(.real(let value)):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__REAL)
            unsafe message.pointee.has_real = 1
            unsafe message.pointee.real = value
        case .literal(.text(let text)):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__TEXT)
            unsafe message.pointee.text = unsafe string(text)
        case .literal(.date(let instant)):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__DATE, integer: instant)
        case .literal(.identifiers(let identifiers)):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__IDENTIFIER_LIST)
            unsafe message.pointee.has_bytes = 1
            unsafe message.pointee.bytes = unsafe bytes(identifiers)
        case .list(let count):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__LIST, integer: Int64(count))
        case .bitwiseAnd:
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BITWISE_AND)
        case .compare(let comparison, let options):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__COMPARE)
            unsafe message.pointee.has_comparison = 1
            unsafe message.pointee.comparison = UInt32(comparison.rawValue)
            unsafe message.pointee.has_options = 1
            unsafe message.pointee.options = UInt32(options.rawValue)
        case .and: set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__AND)
        case .or: set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__OR)
        case .not: set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NOT)
        case .constant(let value):
            set(PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__CONSTANT, integer: value ? 1 : 0)
        }
        return unsafe message
    }
}

extension PredicateProgram {
    init(decoding message: Photolibrary__Predicate) throws(LibraryError) {
        unsafe self.init(
            try decodeList(message.n_instructions, message.instructions) {
                (instruction: Photolibrary__PredicateInstruction) throws(LibraryError) in
                unsafe try PredicateInstruction(decoding: instruction)
            }
        )
    }
}

extension PredicateInstruction {
    fileprivate init(decoding message: Photolibrary__PredicateInstruction) throws(LibraryError) {
        switch unsafe message.operation {
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__KEY: self = unsafe .key(decodeString(message.text))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NULL_LITERAL: self = .literal(.null)
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BOOLEAN:
            self = unsafe .literal(.boolean(try PredicateInstruction.truth(message)))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__INTEGER: self = unsafe .literal(.integer(message.integer))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__REAL: self = unsafe .literal(.real(message.real))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__TEXT:
            self = unsafe .literal(.text(decodeString(message.text)))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__DATE: self = unsafe .literal(.date(message.integer))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__IDENTIFIER_LIST:
            self = unsafe .literal(.identifiers(try message.bytes.localIdentifiers("identifiers")))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__LIST:
            guard unsafe (0...Int64(PredicateProgram.maximumInstructions)).contains(message.integer) else {
                throw .malformed("list length")
            }
            self = unsafe .list(count: Int(message.integer))
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__BITWISE_AND: self = .bitwiseAnd
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__COMPARE:
            guard let rawValue = unsafe UInt8(exactly: message.comparison),
                let comparison = PredicateComparison(rawValue: rawValue),
                let options = unsafe UInt8(exactly: message.options).map(PredicateComparisonOptions.init),
                PredicateComparisonOptions.all.isSuperset(of: options)
            else { throw .malformed("comparison") }
            self = .compare(comparison, options)
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__AND: self = .and
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__OR: self = .or
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__NOT: self = .not
        case PHOTOLIBRARY__PREDICATE_INSTRUCTION__OPERATION__CONSTANT:
            self = unsafe .constant(try PredicateInstruction.truth(message))
        default: throw .malformed("predicate operation")
        }
    }

    private static func truth(_ message: Photolibrary__PredicateInstruction) throws(LibraryError) -> Bool {
        guard unsafe message.has_integer != 0, unsafe (0...1).contains(message.integer) else {
            throw .malformed("truth")
        }
        return unsafe message.integer == 1
    }
}
