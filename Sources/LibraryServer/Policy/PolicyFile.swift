internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// The file of the administrator's policy.
struct PolicyFile: Sendable {
    /// Bytes of a policy.
    static let maximumSize = 1 << 20

    var path: FilePath
    /// A file named on the command line must exist; the system's need not.
    var mustExist: Bool

    /// Reads the policy. Refuses a file that others than root or the server's user can write to.
    func read() throws(InvalidPolicy) -> AccessPolicy {
        let status: FileStatus
        let bytes: [UInt8]
        do throws(SystemCallError) {
            // Non-blocking, because it may be a pipe.
            let file = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
            status = try file.status()
            bytes = status.isRegularFile ? try file.readToEnd(limit: PolicyFile.maximumSize + 1) : []
        } catch {
            if error.isAbsence, !mustExist { return AccessPolicy() }
            throw invalid("\(error)")
        }
        guard status.isRegularFile else { throw invalid("it is not a regular file") }
        guard status.owner == 0 || status.owner == OwnProcess.user else {
            throw invalid("it belongs to neither root nor the server's own user")
        }
        guard status.mode & 0o022 == 0 else { throw invalid("its group or everybody may write to it (chmod go-w)") }
        guard bytes.count <= PolicyFile.maximumSize else {
            throw invalid("it is longer than \(PolicyFile.maximumSize) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw invalid("it is not UTF-8") }
        do throws(InvalidPolicy) { return try AccessPolicy(text) } catch { throw invalid(error.description) }
    }

    private func invalid(_ reason: String) -> InvalidPolicy {
        InvalidPolicy("the policy \(path.text) cannot be used: \(reason)")
    }
}

/// The current policy. Thread-safe.
final class CurrentPolicy: Sendable {
    private let policy: Mutex<AccessPolicy>
    private let file: PolicyFile?

    /// Without a file there are no restrictions.
    init(_ file: PolicyFile?) throws(InvalidPolicy) {
        self.file = file
        policy = Mutex(try file?.read() ?? AccessPolicy())
    }

    var value: AccessPolicy { policy.withLock { $0 } }

    /// Reads the file again. Keeps the current policy when it is invalid.
    func reload() throws(InvalidPolicy) {
        guard let file else { return }
        let fresh = try file.read()
        policy.withLock { $0 = fresh }
    }
}
