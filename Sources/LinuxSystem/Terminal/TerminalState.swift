internal import CLinux

/// A terminal's settings before raw mode.
package struct TerminalState: Sendable {
    private let bytes: [UInt8]

    /// Enters raw mode: no line buffering and no echo. Only the interrupt and suspend keys still send signals.
    package init(beginningRaw terminal: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = terminal.rawValue
        var bytes = [UInt8](repeating: 0, count: Int(CLINUX_TERMINAL_STATE))
        _ = try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(SystemCallError) in
            try retryingInterruptions("tcsetattr") { unsafe clinux_terminal_begin_raw(rawValue, bytes.baseAddress) }
        }
        self.bytes = bytes
    }

    /// Restores the settings.
    package func restore(_ terminal: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = terminal.rawValue
        _ = try unsafe bytes.withUnsafeBufferPointer { bytes throws(SystemCallError) in
            try retryingInterruptions("tcsetattr") { unsafe clinux_terminal_restore(rawValue, bytes.baseAddress) }
        }
    }
}
