import Glibc

/// A process while it runs the program that it runs now.
///
/// A process keeps its number and its pidfd when it executes another program, but not its memory; and a number that is
/// used again belongs to other memory as well. The kernel ties `/proc/N/pagemap` to the memory that the process has when
/// the file is opened, so the file tells for ever whether that memory is still in use.
package struct PinnedProcess: ~Copyable, Sendable {
    package let identifier: Int32
    private let memory: OwnedDescriptor

    /// Pins the process that has this number now. Needs the right to look into it, as the path of its executable does.
    package init(_ identifier: Int32) throws(SystemCallError) {
        self.identifier = identifier
        memory = try OwnedDescriptor(opening: FilePath("/proc/\(identifier)/pagemap"), [.readOnly])
    }

    /// False once the process has ended or has executed a program, be it the same one. Never waits for the process.
    package borrowing func isUnchanged() throws(SystemCallError) -> Bool {
        // Memory that is gone reads as an empty file. What is asked for is misaligned, and refused with EINVAL if there is
        // memory, before the kernel would take the lock on it, which a process can make others wait for.
        var byte: UInt8 = 0
        let result = unsafe pread(memory.rawValue, &byte, 1, 1)
        if result == 0 { return false }
        if result < 0 && errno != EINVAL { throw SystemCallError(errno, "pread") }
        return true
    }
}
