import Glibc
import LinuxSystem

/// A terminal that a line can be drawn on again and again.
struct Terminal: Sendable {
    private let descriptor: CInt

    /// Nil when the descriptor is no terminal, or one that cannot move its cursor.
    init?(_ descriptor: borrowing OwnedDescriptor) {
        guard isatty(descriptor.rawValue) == 1, EnvironmentVariables.value("TERM") != "dumb" else { return nil }
        self.descriptor = descriptor.rawValue
    }

    /// Columns as of now: a window may change its size.
    var width: Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return Terminal.defaultWidth
        }
        return Int(size.ws_col)
    }

    /// Columns of a terminal that does not tell.
    static let defaultWidth = 80

    /// Goes to the start of the line and empties it.
    static let clearLine = "\r\u{1B}[K"
}
