/// Follows all alternatives of an expression at once, over one text.
struct Simulation {
    private let expression: RegularExpression
    private let text: [Unicode.Scalar]
    private let ignoresCase: Bool
    private var position = 0
    /// Instructions for the next scalar, and those for the one after.
    private var current: [Int] = []
    private var following: [Int] = []
    private var taken: [Int] = []
    /// Per instruction, the last position at which it was reached, plus one.
    private var reachedAt: [Int]
    private var pending: [Int] = []
    private var isAccepted = false
    /// Per set, the last position at which it was tested, plus one, and the result.
    private var answers: [(place: Int, contains: Bool)]
    /// Whether the last scalar that is not a mark on another is part of a word.
    private var isAfterWord = false

    init(_ expression: RegularExpression, _ text: [Unicode.Scalar]) {
        self.expression = expression
        self.text = text
        ignoresCase = expression.instructions.contains { if case .folded = $0 { true } else { false } }
        reachedAt = [Int](repeating: 0, count: expression.instructions.count)
        answers = [(place: Int, contains: Bool)](repeating: (0, false), count: expression.sets.count)
    }

    mutating func matches(_ work: inout MatchingWork) throws(MatchingWork.Stopped) -> Bool {
        try follow(from: 0, &work)
        swap(&current, &following)
        while position < text.count {
            if current.isEmpty { return false }
            isAccepted = false
            let scalar = text[position]
            let folded = ignoresCase ? CaseFolding.folded(scalar) : scalar
            taken.removeAll(keepingCapacity: true)
            for instruction in current where takes(scalar, folded, instruction) { taken.append(instruction) }
            try work.spend(current.count)
            position += 1
            if !scalar.isMarkOnAnother { isAfterWord = scalar.isWord }
            for instruction in taken { try follow(from: instruction + 1, &work) }
            swap(&current, &following)
            following.removeAll(keepingCapacity: true)
        }
        return isAccepted
    }

    /// Adds the instructions that can be reached without consuming a scalar. Each is reached once at a position, so
    /// this takes at most as many steps at a position as there are instructions.
    private mutating func follow(from start: Int, _ work: inout MatchingWork) throws(MatchingWork.Stopped) {
        pending.append(start)
        while let instruction = pending.popLast() {
            guard reachedAt[instruction] <= position else { continue }
            reachedAt[instruction] = position + 1
            try work.spend(1)
            switch expression.instructions[instruction] {
            case .scalar, .folded, .set: following.append(instruction)
            case .assertion(let assertion): if holds(assertion) { pending.append(instruction + 1) }
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .jump(let target): pending.append(target)
            case .accept: isAccepted = true
            }
        }
    }

    private mutating func takes(_ scalar: Unicode.Scalar, _ folded: Unicode.Scalar, _ instruction: Int) -> Bool {
        switch expression.instructions[instruction] {
        case .scalar(let wanted): return scalar == wanted
        case .folded(let wanted): return folded == wanted
        case .set(let set):
            if answers[set].place <= position {
                answers[set] = (position + 1, expression.sets[set].contains(scalar))
            }
            return answers[set].contains
        case .assertion, .split, .jump, .accept: return false
        }
    }

    // MARK: Places

    private func holds(_ assertion: Assertion) -> Bool {
        switch assertion {
        case .textStart: position == 0
        case .textEnd: position == text.count
        case .textEndOrLastLineEnd: position == text.count || isBeforeLineEnd && endOfLineEnd == text.count
        case .lineStart: position == 0 || isAfterLineEnd && position < text.count
        case .lineEnd: position == text.count || isBeforeLineEnd
        case .wordBoundary: isWordBoundary
        case .noWordBoundary: !isWordBoundary
        }
    }

    private var isInsideLineEnd: Bool {
        position > 0 && position < text.count && text[position - 1] == "\r" && text[position] == "\n"
    }

    private var isBeforeLineEnd: Bool { position < text.count && text[position].isLineEnd && !isInsideLineEnd }

    private var isAfterLineEnd: Bool { position > 0 && text[position - 1].isLineEnd && !isInsideLineEnd }

    /// Behind the line's end that begins here: CR and LF are one.
    private var endOfLineEnd: Int {
        text[position] == "\r" && position + 1 < text.count && text[position + 1] == "\n" ? position + 2 : position + 1
    }

    private var isWordBoundary: Bool {
        guard position < text.count else { return isAfterWord }
        // Marks belong to what they stand on.
        if text[position].isMarkOnAnother { return false }
        return isAfterWord != text[position].isWord
    }
}

extension Unicode.Scalar {
    /// ICU's line ends.
    var isLineEnd: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// ICU's `\w`.
    var isWord: Bool {
        if isASCII { return properties.isAlphabetic || ("0"..."9").contains(self) || self == "_" }
        if properties.isAlphabetic || value == 0x200C || value == 0x200D { return true }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
        default: false
        }
    }

    fileprivate var isMarkOnAnother: Bool {
        !isASCII && (properties.isGraphemeExtend || properties.generalCategory == .format)
    }
}
