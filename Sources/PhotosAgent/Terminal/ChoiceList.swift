internal import LibraryModel
internal import LinuxSystem
internal import TerminalText

/// A question that is answered by choosing a line.
struct ChoiceList {
    private let text: QuestionText
    private let question: Prompt.Question
    let choices: [Choice]
    private(set) var focus = 0

    init(_ prompt: Prompt) {
        text = QuestionText(prompt)
        question = prompt.question
        choices = Choice.offered(for: prompt.question)
    }

    /// The choice that has the keyboard's attention. At first it is one that gives nothing away.
    var focused: Choice { choices[focus] }

    /// False when the key does not move.
    mutating func move(_ key: Key) -> Bool {
        switch key {
        case .up, .backTab: focus = max(0, focus - 1)
        case .down, .tab: focus = min(choices.count - 1, focus + 1)
        case .home: focus = 0
        case .end: focus = choices.count - 1
        case .character(let character):
            guard let number = character.wholeNumberValue, choices.indices.contains(number - 1) else { return false }
            focus = number - 1
        default: return false
        }
        return true
    }

    /// Draws from the first row on, and returns how many rows it took.
    func draw(into frame: inout Frame) -> Int {
        let width = frame.size.columns
        var row = 0
        func put(_ line: StyledLine) {
            frame.lines[row] = line
            row += 1
        }
        for line in text.title.wrapped(columns: width) { put(StyledLine(line, .bold)) }
        row += 1
        for fact in text.facts {
            let indent = 14
            for (position, part) in fact.text.wrapped(columns: max(10, width - indent)).prefix(4).enumerated() {
                var line = StyledLine(position == 0 ? fact.name : "", .dim)
                line.move(to: indent)
                line.append(part)
                put(line)
            }
        }
        row += 1
        for (position, choice) in choices.enumerated() {
            let label = " \(position + 1)  \(choice.title(for: question)) "
            put(StyledLine(label, position == focus ? .inverse : .plain))
        }
        return row
    }
}
