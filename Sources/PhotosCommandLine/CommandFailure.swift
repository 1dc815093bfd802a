/// A command cannot be done, with one sentence for the person who gave it.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
