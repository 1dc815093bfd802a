import Languages
import LinuxSystem
import OwnerTools
import TerminalText

/// Standard output, buffered. Only data goes here, never messages.
///
/// Replaces control characters, so that no name or text can control a terminal. Used by the main thread only. Writes
/// the buffer when it is full, and on `flush`.
final class StandardOutput {
    /// The reader is gone: the tool ends without a message.
    struct ReaderGone: Error {}

    private let descriptor: OwnedDescriptor
    /// Whether a person reads it, and not a program.
    let isTerminal: Bool
    private var gathered: [UInt8] = []

    /// Bytes of the buffer.
    private static let capacity = 64 * 1024

    init(_ descriptor: consuming OwnedDescriptor = OwnedDescriptor(owning: 1)) {
        isTerminal = Terminal.isTerminal(descriptor)
        self.descriptor = descriptor
    }

    /// In which text is broken.
    var columns: Int { descriptor.textColumns() }

    func print(_ text: String) throws {
        gathered.append(contentsOf: text.sanitizedLines.utf8)
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
            throw CommandFailure(localized("cannot write the output: {reason}", ["reason": error.localizedReason]))
        }
    }
}

/// `EPIPE`.
private let brokenPipe: Int32 = 32
