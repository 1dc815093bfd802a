import LibraryModel

/// What of an app's predicate the library can run, and what only the app can.
struct PredicateCompilation {
    /// For the library.
    var program: PredicateProgram?
    /// Blocks, or a compound that mixes blocks in, to be evaluated over what the library found.
    var remainder: [NSPredicate] = []

    init(_ predicate: NSPredicate?) {
        guard let predicate else { return }
        if let instructions = Self.instructions(of: predicate) {
            program = PredicateProgram(instructions)
        } else if let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType == .and {
            // What the library can decide it decides, so that the app sees fewer objects.
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

    /// Nil when a block, or an app's own kind of predicate, is in it.
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
            // NSPredicate tells its constants only by being equal to them.
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
