internal import CLinux

/// How a terminal was before its keys came one by one.
package struct TerminalState: Sendable {
    private let bytes: [UInt8]

    /// From now on keys come at once and are not shown; only those that interrupt and that stop
    /// send their signals.
    package init(beginningRaw terminal: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = terminal.rawValue
        var bytes = [UInt8](repeating: 0, count: Int(CLINUX_TERMINAL_STATE))
        _ = try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
            try retryingInterruptions("tcsetattr") { unsafe clinux_terminal_begin_raw(rawValue, bytes.baseAddress) }
        }
        self.bytes = bytes
    }

    /// Makes the terminal as it was.
    package func restore(_ terminal: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = terminal.rawValue
        _ = try unsafe bytes.withUnsafeBufferPointer { bytes throws(SystemCallError) in
            try retryingInterruptions("tcsetattr") { unsafe clinux_terminal_restore(rawValue, bytes.baseAddress) }
        }
    }
}
