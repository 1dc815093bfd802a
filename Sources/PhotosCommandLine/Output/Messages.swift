import LinuxSystem
import Synchronization
import TerminalText

/// Standard error: messages for the person, and below them a progress line on a terminal.
///
/// Any thread may call; whole lines at a time. When standard error cannot be written nobody can be told.
final class Messages: Sendable {
    private struct State: ~Copyable {
        var descriptor: OwnedDescriptor
        /// The progress line that is on the screen.
        var progressLine = ""

        mutating func write(_ text: String) {
            do {
                try descriptor.write(Array(text.utf8))
            } catch {
                // There is no further place to complain to, and the work itself is not concerned.
            }
        }
    }

    private let state: Mutex<State>
    /// The terminal that shows a progress line, nil when standard error is none.
    let terminal: Terminal?

    init(_ descriptor: consuming OwnedDescriptor = OwnedDescriptor(owning: 2)) {
        terminal = Terminal(descriptor)
        state = Mutex(State(descriptor: descriptor))
    }

    /// Prints a message, under the tool's name.
    func say(_ message: String) {
        state.withLock { state in
            let line = state.progressLine
            state.write((line.isEmpty ? "" : Terminal.clearLine) + "photos: \(message.shownLines)\n" + line)
        }
    }

    /// Puts a progress line in place of the last one; an empty one takes it away.
    func showProgress(_ line: String) {
        if terminal == nil { return }
        state.withLock { state in
            if state.progressLine == line { return }
            state.progressLine = line
            state.write(Terminal.clearLine + line)
        }
    }
}
