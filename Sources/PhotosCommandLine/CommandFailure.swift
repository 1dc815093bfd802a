/// Why a command failed, in one sentence for the person.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
