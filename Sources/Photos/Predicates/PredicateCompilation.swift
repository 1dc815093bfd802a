import LibraryModel

/// Splits an app's predicate into the parts for the library and for this process.
struct PredicateCompilation {
    /// The part for the library.
    var program: PredicateProgram?
    /// Blocks, or a compound with blocks, to evaluate on the objects that the library finds.
    var remainder: [NSPredicate] = []

    init(_ predicate: NSPredicate?) {
        guard let predicate else { return }
        if let instructions = Self.instructions(of: predicate) {
            program = PredicateProgram(instructions)
        } else if let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType == .and {
            // The library evaluates as much as it can, so that it returns fewer objects.
            var instructions: [PredicateInstruction] = []
            for part in compound.subpredicates {
                if let partInstructions = Self.instructions(of: part) {
                    let isFirst = instructions.isEmpty
                    instructions += partInstructions
                    if !isFirst { instructions.append(.and) }
                } else {
                    remainder.append(part)
                }
            }
            program = instructions.isEmpty ? nil : PredicateProgram(instructions)
        } else {
            remainder = [predicate]
        }
    }

    /// Returns nil for a predicate with a block or an app's own subclass in it.
    private static func instructions(of predicate: NSPredicate) -> [PredicateInstruction]? {
        switch predicate {
        case let predicate as FormatPredicate: return predicate.program.instructions
        case let compound as NSCompoundPredicate:
            var parts: [[PredicateInstruction]] = []
            for part in compound.subpredicates {
                guard let instructions = instructions(of: part) else { return nil }
                parts.append(instructions)
            }
            return combined(parts, compound.compoundPredicateType)
        default:
            // Constants of NSPredicate are recognizable only by equality.
            guard type(of: predicate) == NSPredicate.self else { return nil }
            if predicate.isEqual(NSPredicate(value: true)) { return [.constant(true)] }
            if predicate.isEqual(NSPredicate(value: false)) { return [.constant(false)] }
            return nil
        }
    }

    private static func combined(
        _ parts: [[PredicateInstruction]],
        _ type: NSCompoundPredicate.LogicalType
    ) -> [PredicateInstruction] {
        guard let first = parts.first else { return [.constant(type == .and)] }
        if type == .not { return first + [.not] }
        return parts.dropFirst().reduce(into: first) { instructions, part in
            instructions += part
            instructions.append(type == .and ? .and : .or)
        }
    }
}
