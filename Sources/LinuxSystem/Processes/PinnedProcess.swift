import Glibc

/// A process, pinned to the program that it runs now.
///
/// A process keeps its PID and pidfd across execve, but not its address space; nor does a reused PID have the same one.
/// An open `/proc/PID/pagemap` refers to the address space at the time of opening, so it shows whether that still
/// exists. Only the process's own user may open it. A server of another user with CAP_SYS_PTRACE compares the process's
/// image (`ProcessImage`) instead.
package struct PinnedProcess: ~Copyable, Sendable {
    package let identifier: Int32
    /// The image when it was pinned.
    package let image: ProcessImage
    private let evidence: Evidence

    private struct Evidence: ~Copyable, Sendable {
        let file: OwnedDescriptor
        /// The file is `pagemap`, otherwise `stat`.
        let isOfMemory: Bool
    }

    /// Pins the process with this PID. Needs ptrace read access, like reading its executable's path.
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

    /// Returns false once the process has ended or called execve, even of the same program. Never blocks.
    package borrowing func isUnchanged() throws(SystemCallError) -> Bool {
        evidence.isOfMemory ? try isMemoryInUse() : isSameImage()
    }

    private borrowing func isMemoryInUse() throws(SystemCallError) -> Bool {
        // Without an address space the file is empty. A misaligned read fails with EINVAL if there is one, before the
        // kernel takes mmap_lock, on which the process could make others wait.
        var byte: UInt8 = 0
        let result = unsafe pread(evidence.file.rawValue, &byte, 1, 1)
        if result == 0 { return false }
        if result < 0 && errno != EINVAL { throw SystemCallError(errno, "pread") }
        return true
    }

    private borrowing func isSameImage() -> Bool {
        // A process that has ended, or denies access by now, is not the same.
        do throws(SystemCallError) { return try ProcessImage(reading: evidence.file) == image } catch { return false }
    }
}
