/// Escapes and brackets.
extension RegularExpressionParser {
    enum Escaped {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
    }

    /// Brackets inside brackets.
    private static let maximumBracketDepth = 8

    // MARK: Escapes

    /// Behind the backslash: what means the same inside of brackets and outside.
    mutating func escaped() throws(Refusal) -> Escaped {
        guard let scalar = next() else { throw .malformed("a \\ at the end") }
        if let set = RegularExpressionParser.classes[scalar] { return .set(set) }
        if let set = RegularExpressionParser.classes[Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20))],
            ("A"..."Z").contains(scalar)
        {
            return .set(.complement(set))
        }
        switch scalar {
        case "p": return .set(try property())
        case "P": return .set(.complement(try property()))
        case "a": return .scalar("\u{7}")
        case "e": return .scalar("\u{1B}")
        case "f": return .scalar("\u{C}")
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "u": return .scalar(try number(digits: 4...4))
        case "U": return .scalar(try number(digits: 8...8))
        case "x":
            guard skip("{") else { return .scalar(try number(digits: 1...2)) }
            let number = try number(digits: 1...6)
            guard skip("}") else { throw .malformed("a { without its }") }
            return .scalar(number)
        case "0": return .scalar(try number(digits: 1...3, radix: 8))
        case "c":
            guard let control = next(), control.isASCII else { throw .malformed("\\c without its character") }
            return .scalar(Unicode.Scalar(UInt8(control.value & 0x1F)))
        case "1"..."9", "k": throw .unsupported("a back-reference")
        case "G": throw .unsupported("\\G")
        case "N": throw .unsupported("a character by its name")
        case "X": throw .unsupported("\\X")
        case "a"..."z", "A"..."Z": throw .malformed("an escape that is none")
        default: return .scalar(scalar)
        }
    }

    /// What a small letter takes; the capital takes everything else.
    private static let classes: [Unicode.Scalar: ScalarSet] = [
        "d": .property(.digit), "w": .property(.word), "s": .property(.space), "h": .property(.horizontalSpace),
        "v": .lineEnds,
    ]

    private mutating func number(digits: ClosedRange<Int>, radix: Int = 16) throws(Refusal) -> Unicode.Scalar {
        var value: UInt32 = 0
        var count = 0
        while count < digits.upperBound, let digit = peek.flatMap({ Character($0).hexDigitValue }), digit < radix {
            position += 1
            count += 1
            let (shifted, overflow) = value.multipliedReportingOverflow(by: UInt32(radix))
            if overflow { throw .malformed("a number that is no character") }
            value = shifted | UInt32(digit)
        }
        guard count >= digits.lowerBound, let scalar = Unicode.Scalar(value) else {
            throw .malformed("a number that is no character")
        }
        return scalar
    }

    private mutating func property() throws(Refusal) -> ScalarSet {
        guard skip("{") else {
            guard let letter = next() else { throw .malformed("a property without a name") }
            return try property(named: [letter])
        }
        let isComplement = skip("^")
        var name: [Unicode.Scalar] = []
        while let scalar = next(), scalar != "}" { name.append(scalar) }
        let set = try property(named: name)
        return isComplement ? .complement(set) : set
    }

    private func property(named name: [Unicode.Scalar]) throws(Refusal) -> ScalarSet {
        guard let property = UnicodeProperty(named: name) else { throw .unsupported("a property of that name") }
        return inEitherCase(.property(property))
    }

    private func inEitherCase(_ set: ScalarSet) -> ScalarSet { flags.ignoresCase ? .ignoringCase(set) : set }

    // MARK: Brackets

    /// Behind the bracket. `&&` and `--` join what is on their sides, from the left.
    mutating func brackets(depth: Int) throws(Refusal) -> ScalarSet {
        guard depth <= RegularExpressionParser.maximumBracketDepth else {
            throw .tooLarge("its brackets are nested too deeply")
        }
        let isComplement = skip("^")
        var factors: [ScalarSet] = []
        var isRemoved = false
        // A bracket that comes first is a character.
        var isFirst = true
        while true {
            let members = ScalarSet.union(try members(depth: depth, isFirst: isFirst))
            factors.append(isRemoved ? .complement(members) : members)
            isFirst = false
            if skip("]") { break }
            isRemoved = skip("--")
            if !isRemoved { _ = skip("&&") }
        }
        let set = factors.count == 1 ? factors[0] : .intersection(factors)
        return isComplement ? .complement(set) : set
    }

    /// Up to the end of the brackets, or to what joins them with more.
    private mutating func members(depth: Int, isFirst: Bool) throws(Refusal) -> [ScalarSet] {
        var members: [ScalarSet] = []
        while let scalar = peek {
            if scalar == "]", !(isFirst && members.isEmpty) { return members }
            if startsWith("&&") || startsWith("--") { return members }
            if startsWith("&[") || startsWith("-[") {
                throw .unsupported("a single & or - between brackets: write && or --")
            }
            if let named = try namedMembers() {
                members.append(named)
            } else if skip("[") {
                members.append(try brackets(depth: depth + 1))
            } else {
                switch try member() {
                case .set(let set): members.append(set)
                case .scalar(let first): members.append(inEitherCase(.range(first...(try rangeEnd(after: first)))))
                }
            }
        }
        throw .malformed("a [ without its ]")
    }

    private func startsWith(_ text: String) -> Bool { pattern[position...].starts(with: text.unicodeScalars) }

    private mutating func member() throws(Refusal) -> Escaped {
        if skip("\\") {
            // A word's boundary is a place outside of brackets; here it would be a mistake.
            return try escaped()
        }
        guard let scalar = next() else { throw .malformed("a [ without its ]") }
        return .scalar(scalar)
    }

    /// The last of a range, or the first again where there is none.
    private mutating func rangeEnd(after first: Unicode.Scalar) throws(Refusal) -> Unicode.Scalar {
        guard startsWith("-"), !startsWith("-]"), !startsWith("-["), !startsWith("--") else { return first }
        position += 1
        guard case .scalar(let last) = try member(), first <= last else { throw .malformed("a range that is none") }
        return last
    }

    /// `[:alpha:]`, `[:^alpha:]`; nil when none comes next.
    private mutating func namedMembers() throws(Refusal) -> ScalarSet? {
        guard skip("[:") else { return nil }
        let isComplement = skip("^")
        var name: [Unicode.Scalar] = []
        while !skip(":]") {
            guard let scalar = next() else { throw .malformed("a [ without its ]") }
            name.append(scalar)
        }
        let set = try property(named: name)
        return isComplement ? .complement(set) : set
    }
}
