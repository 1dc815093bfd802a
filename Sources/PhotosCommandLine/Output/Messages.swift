import LinuxSystem
import Synchronization
import TerminalText

/// Standard error: messages for the person, and below them a progress line on a terminal.
///
/// May be called on any thread; writes whole lines. Errors of standard error itself are ignored.
final class Messages: Sendable {
    private struct State: ~Copyable {
        var descriptor: OwnedDescriptor
        /// The progress line that is on the screen.
        var progressLine = ""

        mutating func write(_ text: String) {
            do {
                try descriptor.write(Array(text.utf8))
            } catch {
                // There is nowhere else to report this, and the command itself can go on.
            }
        }
    }

    private let state: Mutex<State>
    /// The terminal for the progress line; nil when standard error is not a terminal.
    let terminal: Terminal?

    init(_ descriptor: consuming OwnedDescriptor = OwnedDescriptor(owning: 2)) {
        terminal = Terminal(descriptor)
        state = Mutex(State(descriptor: descriptor))
    }

    /// Prints a message after the tool's name.
    func say(_ message: String) {
        state.withLock { state in
            let line = state.progressLine
            state.write((line.isEmpty ? "" : Terminal.clearLine) + "photos: \(message.sanitizedLines)\n" + line)
        }
    }

    /// Replaces the progress line; an empty text removes it.
    func showProgress(_ line: String) {
        if terminal == nil { return }
        state.withLock { state in
            if state.progressLine == line { return }
            state.progressLine = line
            state.write(Terminal.clearLine + line)
        }
    }
}
