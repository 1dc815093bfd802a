internal import LibraryModel

/// A question that is answered by choosing a line.
struct ChoiceList {
    let text: QuestionText
    let question: Prompt.Question
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
}
