/// A command cannot be done, with one sentence for the person who gave it.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    var message: String
    var status: ExitCode

    init(_ message: String, status: ExitCode = .failure) {
        self.message = message
        self.status = status
    }

    var description: String { message }
}
