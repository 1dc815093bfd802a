import Glibc

/// A process while it runs the program that it runs now.
///
/// A process keeps its number and its pidfd when it executes another program, but not its memory; and a number that is
/// used again belongs to other memory as well. The kernel ties `/proc/N/pagemap` to the memory that the process has
/// when the file is opened, so the file tells for ever whether that memory is still in use. Only the process's own user
/// may open it. A server of another user, which may look into processes (CAP_SYS_PTRACE) and not open every file,
/// compares the process's image (`ProcessImage`) in its place.
package struct PinnedProcess: ~Copyable, Sendable {
    package let identifier: Int32
    /// As it was when it was pinned.
    package let image: ProcessImage
    private let evidence: Evidence

    private struct Evidence: ~Copyable, Sendable {
        let file: OwnedDescriptor
        /// The file is that of the memory, otherwise that of the image.
        let isOfMemory: Bool
    }

    /// Pins the process that has this number now. Needs the right to look into it, as the path of its executable does.
    package init(_ identifier: Int32) throws(SystemCallError) {
        let facts = try OwnedDescriptor(opening: FilePath("/proc/\(identifier)/stat"))
        let image = try ProcessImage(reading: facts)
        let evidence = try PinnedProcess.evidence(of: identifier, orElse: facts)
        self.identifier = identifier
        self.image = image
        self.evidence = evidence
    }

    private static func evidence(
        of process: Int32,
        orElse facts: consuming OwnedDescriptor
    ) throws(SystemCallError) -> Evidence {
        do throws(SystemCallError) {
            let memory = try OwnedDescriptor(opening: FilePath("/proc/\(process)/pagemap"))
            return Evidence(file: memory, isOfMemory: true)
        } catch {
            guard error.errorNumber == EACCES else { throw error }
            return Evidence(file: facts, isOfMemory: false)
        }
    }

    /// False once the process has ended or has executed a program, be it the same one. Never waits for the process.
    package borrowing func isUnchanged() throws(SystemCallError) -> Bool {
        evidence.isOfMemory ? try isMemoryInUse() : isSameImage()
    }

    private borrowing func isMemoryInUse() throws(SystemCallError) -> Bool {
        // Memory that is gone reads as an empty file. What is asked for is misaligned, and refused with EINVAL if there
        // is memory, before the kernel would take the lock on it, which a process can make others wait for.
        var byte: UInt8 = 0
        let result = unsafe pread(evidence.file.rawValue, &byte, 1, 1)
        if result == 0 { return false }
        if result < 0 && errno != EINVAL { throw SystemCallError(errno, "pread") }
        return true
    }

    private borrowing func isSameImage() -> Bool {
        // A process that has gone, or may not be looked into any more, is not the same.
        do throws(SystemCallError) { return try ProcessImage(reading: evidence.file) == image } catch { return false }
    }
}
