internal import CLinux

/// A pseudoterminal (pty(7)).
package struct PseudoTerminal: ~Copyable, Sendable {
    /// The master side: the terminal emulator's.
    package let master: OwnedDescriptor
    /// The slave side: for the programs in it.
    package let terminal: OwnedDescriptor

    package init(_ size: TerminalSize) throws(SystemCallError) {
        let master = OwnedDescriptor(owning: try retryingInterruptions("posix_openpt") { clinux_pseudo_terminal() })
        let rawValue = master.rawValue
        let terminal = OwnedDescriptor(
            owning: try retryingInterruptions("ioctl") { clinux_pseudo_terminal_peer(rawValue) }
        )
        try terminal.setTerminalSize(size)
        self.master = master
        self.terminal = terminal
    }
}
