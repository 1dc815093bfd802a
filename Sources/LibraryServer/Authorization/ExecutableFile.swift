internal import Digests
internal import LibraryStore
internal import LinuxSystem

/// The file of an executable, and how it is known again.
///
/// A path is not enough: whoever may write to it can put another program there. What the person's decision is tied to
/// is
///
/// - for a file that only the administrator can replace (it and all folders above it are root's, nobody else may write
///   to any of them, and no program makes up the file system): that fact. An upgrade of a package asks nothing;
/// - for any other file: the SHA-256 of its bytes. So that they are not read at each connection, the decision also
///   keeps what the file system said of the file (device, number, size, and when content and status changed, which
///   nobody but root can set back); as long as that is the same, the bytes are. That holds where a kernel keeps the
///   file: of a file system that a program makes up (FUSE), which can say anything, no program is let in
///   (`AppIdentity`).
struct ExecutableFile: Sendable {
    /// Bytes; a larger program is known by what the file system says of it, so that nobody has terabytes read.
    static let maximumHashedSize: Int64 = 512 << 20
    private static let chunkSize = 1 << 20

    private let path: FilePath
    /// How the very file that runs is opened, whatever has its name now.
    private let source: FilePath
    private let status: FileStatus
    let isAdministered: Bool

    /// The file that is opened as `source` (which may be `/proc/N/exe`), and is named `path`.
    init(named path: FilePath, openedAs source: FilePath) throws(SystemCallError) {
        self.path = path
        self.source = source
        status = try FileStatus(of: source)
        isAdministered = try ExecutableFile.isAdministered(path, status)
    }

    /// What the file system says of it.
    var stamp: String {
        [
            status.device, status.inode, UInt64(bitPattern: status.size),
            UInt64(bitPattern: status.modificationNanoseconds),
            UInt64(bitPattern: status.statusChangeNanoseconds),
        ].map { String($0, radix: 16) }.joined(separator: ":")
    }

    func isFile(_ other: FileStatus) -> Bool { status.device == other.device && status.inode == other.inode }

    /// Whether this is the program that a decision was made about. Reads the file only where the file system says that
    /// something about it changed. `current` is what to keep from now on.
    func isProgram(_ decided: ExecutableFingerprint) throws -> (isSame: Bool, current: ExecutableFingerprint) {
        if decided.stamp == stamp { return (true, decided) }
        let current = try evidence()
        return (current.content == decided.content, current)
    }

    /// What to keep with a decision about it.
    func evidence() throws -> ExecutableFingerprint {
        if isAdministered { return ExecutableFingerprint(content: "administered", stamp: stamp) }
        guard let digest = try digest() else { return ExecutableFingerprint(content: "file:\(stamp)", stamp: stamp) }
        return ExecutableFingerprint(content: "sha256:\(digest)", stamp: stamp)
    }

    /// The SHA-256 of the bytes in hexadecimal; nil for a file that is too large, or that only may be executed. A file
    /// that is written to meanwhile has that of no program.
    private func digest() throws -> String? {
        guard status.size <= ExecutableFile.maximumHashedSize else { return nil }
        let file: OwnedDescriptor
        do throws(SystemCallError) {
            file = try OwnedDescriptor(opening: source, [.readOnly, .nonBlocking])
        } catch {
            if error.errorNumber == SystemCallError.permissionDenied { return nil }
            throw error
        }
        var sha = SHA256()
        var buffer = [UInt8](repeating: 0, count: ExecutableFile.chunkSize)
        var offset: Int64 = 0
        while offset <= ExecutableFile.maximumHashedSize {
            let count = try file.read(into: &buffer, at: offset)
            if count == 0 { break }
            sha.update(buffer.span.extracting(first: count))
            offset += Int64(count)
        }
        return sha.finish().reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    private static func isAdministered(_ path: FilePath, _ status: FileStatus) throws(SystemCallError) -> Bool {
        guard status.isAdministrators, try !FileSystemKind(at: path).isMadeByAProgramOrElsewhere else { return false }
        var folder = path
        while folder != "/" {
            folder = folder.folder
            guard try FileStatus(of: folder, followingLinks: false).isAdministrators else { return false }
        }
        return true
    }
}

extension FileStatus {
    /// Nobody but root may write to it. (Rights of further users, in an access list, show in the group's.)
    fileprivate var isAdministrators: Bool { owner == 0 && mode & 0o022 == 0 }

    static func ifPresent(_ path: FilePath) throws(SystemCallError) -> FileStatus? {
        do throws(SystemCallError) { return try FileStatus(of: path) } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }
}
