internal import CLinux
import Glibc

/// How large a terminal is.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// In pixels; 0 where the terminal does not report it.
    package var width: Int
    package var height: Int

    package init(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
        self.columns = columns
        self.rows = rows
        self.width = width
        self.height = height
    }
}

// A descriptor of a terminal.
extension OwnedDescriptor {
    package borrowing func isTerminal() -> Bool { isatty(rawValue) == 1 }

    /// The current size. SIGWINCH announces changes.
    package borrowing func terminalSize() throws(SystemCallError) -> TerminalSize {
        let rawValue = self.rawValue
        var size: (columns: CInt, rows: CInt, width: CInt, height: CInt) = (0, 0, 0, 0)
        _ = try retryingInterruptions("ioctl") {
            unsafe clinux_terminal_size(rawValue, &size.columns, &size.rows, &size.width, &size.height)
        }
        return TerminalSize(
            columns: Int(size.columns),
            rows: Int(size.rows),
            width: Int(size.width),
            height: Int(size.height)
        )
    }

    package borrowing func setTerminalSize(_ size: TerminalSize) throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("ioctl") {
            clinux_terminal_set_size(
                rawValue,
                CInt(clamping: size.columns),
                CInt(clamping: size.rows),
                CInt(clamping: size.width),
                CInt(clamping: size.height)
            )
        }
    }

    /// Discards input that was typed and not read yet.
    package borrowing func discardTerminalInput() throws(SystemCallError) {
        let rawValue = self.rawValue
        _ = try retryingInterruptions("tcflush") { clinux_terminal_discard_input(rawValue) }
    }
}
