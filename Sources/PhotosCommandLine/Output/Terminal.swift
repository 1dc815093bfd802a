import Glibc
import LinuxSystem

/// A terminal with a line that can be redrawn.
struct Terminal: Sendable {
    private let descriptor: CInt

    /// Nil when the descriptor is not a terminal, or one that cannot move its cursor.
    init?(_ descriptor: borrowing OwnedDescriptor) {
        guard Terminal.isTerminal(descriptor), EnvironmentVariables.value("TERM") != "dumb" else { return nil }
        self.descriptor = descriptor.rawValue
    }

    /// Whether it is any terminal.
    static func isTerminal(_ descriptor: borrowing OwnedDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }

    /// The current number of columns: a window may change its size.
    var width: Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return Terminal.defaultWidth
        }
        return Int(size.ws_col)
    }

    /// For a terminal that does not report its columns.
    static let defaultWidth = 80

    /// Goes to the start of the line and empties it.
    static let clearLine = "\r\u{1B}[K"
}
