import LinuxSystem
import TerminalText

/// Standard output, gathered into large writes. Only data goes here, never messages.
///
/// Whatever names and texts are in it, it steers no terminal. It belongs to the main thread. What is gathered is
/// written by `flush`, or when it has grown.
final class StandardOutput {
    /// Nobody reads any more: the end of the work, and not worth a word.
    struct ReaderGone: Error {}

    private let descriptor: OwnedDescriptor
    private var gathered: [UInt8] = []

    /// Bytes gathered before they are written.
    private static let capacity = 64 * 1024

    init(_ descriptor: consuming OwnedDescriptor = OwnedDescriptor(owning: 1)) {
        self.descriptor = descriptor
    }

    func print(_ text: String) throws {
        gathered.append(contentsOf: text.shownLines.utf8)
        if gathered.count >= StandardOutput.capacity { try flush() }
    }

    func printLine(_ text: String) throws {
        try print(text + "\n")
    }

    func flush() throws {
        if gathered.isEmpty { return }
        let bytes = gathered
        gathered = []
        do {
            try descriptor.write(bytes)
        } catch {
            if error.errorNumber == brokenPipe { throw ReaderGone() }
            throw CommandFailure("cannot write the output: \(error.reason)")
        }
    }
}

/// `EPIPE`.
private let brokenPipe: Int32 = 32
