internal import LibraryModel
internal import PhotosAgent

/// A question with a line for each answer.
struct ChoiceList {
    let text: QuestionText
    let question: Prompt.Question
    let choices: [AnswerChoice]
    private var line = LineFocus()

    init(_ prompt: Prompt) {
        text = QuestionText(prompt)
        question = prompt.question
        choices = AnswerChoice.offered(for: prompt.question)
    }

    /// The choice at the cursor, at first one that gives nothing away.
    var focused: AnswerChoice { choices[focus] }
    var focus: Int { line.index }

    /// Returns false for a key that does not move.
    mutating func move(_ key: Key) -> Bool { line.move(key, among: choices.count) }
}
