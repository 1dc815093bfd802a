internal import LibraryModel

/// A question that is answered by choosing a line.
struct ChoiceList {
    let text: QuestionText
    let question: Prompt.Question
    let choices: [Choice]
    private var line = LineFocus()

    init(_ prompt: Prompt) {
        text = QuestionText(prompt)
        question = prompt.question
        choices = Choice.offered(for: prompt.question)
    }

    /// The choice that has the keyboard's attention. At first it is one that gives nothing away.
    var focused: Choice { choices[focus] }
    var focus: Int { line.index }

    /// False when the key does not move.
    mutating func move(_ key: Key) -> Bool { line.move(key, among: choices.count) }
}
