internal import LibraryModel
internal import PhotosAgent

/// A question that is answered by choosing a line.
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

    /// The choice that has the keyboard's attention. At first it is one that gives nothing away.
    var focused: AnswerChoice { choices[focus] }
    var focus: Int { line.index }

    /// False when the key does not move.
    mutating func move(_ key: Key) -> Bool { line.move(key, among: choices.count) }
}
