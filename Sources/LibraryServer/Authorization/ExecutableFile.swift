internal import Digests
internal import InstalledPrograms
internal import LibraryStore
internal import LinuxSystem

/// The file of an executable, and its fingerprint.
///
/// A path does not identify a program, because whoever may write to it can replace the file. A decision is tied to
///
/// - "administered", for a file that only root can replace (root owns it and all folders above it, nobody else may
///   write to them, and they are not on FUSE). A package upgrade then asks nothing;
/// - the SHA-256 of any other file. The decision also keeps the file's identity (device, inode, size, mtime, ctime;
///   only root can set ctime back), and while that is unchanged the file is not read again. A FUSE file system can
///   report anything, so `AppIdentity` refuses its executables.
struct ExecutableFile: Sendable {
    /// Bytes. A larger file's content is its identity, so that nobody can make the server read terabytes.
    static let maximumHashedSize: Int64 = 512 << 20
    private static let chunkSize = 1 << 20

    let path: FilePath
    /// Opens the running file itself, whatever its path names now.
    private let source: FilePath
    let status: FileStatus
    let isAdministered: Bool

    /// The file named `path`, opened as `source`, which may be `/proc/PID/exe`.
    init(named path: FilePath, openedAs source: FilePath) throws(SystemCallError) {
        self.path = path
        self.source = source
        status = try FileStatus(of: source)
        isAdministered = try ExecutableFile.isAdministered(path, status)
    }

    /// Device, inode, size, mtime and ctime.
    var fileIdentity: String {
        [
            status.device, status.inode, UInt64(bitPattern: status.size),
            UInt64(bitPattern: status.modificationNanoseconds),
            UInt64(bitPattern: status.statusChangeNanoseconds),
        ].map { String($0, radix: 16) }.joined(separator: ":")
    }

    func isFile(_ other: FileStatus) -> Bool { status.device == other.device && status.inode == other.inode }

    /// Whether this is the executable of a decision. Reads the file only when its identity has changed. `current`: the
    /// fingerprint to keep from now on.
    func isProgram(_ decided: ExecutableFingerprint) throws -> (isSame: Bool, current: ExecutableFingerprint) {
        if decided.fileIdentity == fileIdentity { return (true, decided) }
        let current = try fingerprint()
        return (current.content == decided.content, current)
    }

    /// The fingerprint to keep with a decision.
    func fingerprint() throws -> ExecutableFingerprint {
        if isAdministered { return ExecutableFingerprint(content: "administered", fileIdentity: fileIdentity) }
        guard let digest = try digest() else {
            return ExecutableFingerprint(content: "file:\(fileIdentity)", fileIdentity: fileIdentity)
        }
        return ExecutableFingerprint(content: "sha256:\(digest)", fileIdentity: fileIdentity)
    }

    /// The SHA-256 in hexadecimal; nil for a file that is too large or not readable. A file that is written meanwhile
    /// gets a digest that matches no executable.
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
    fileprivate var isAdministrators: Bool { isOnly(0) }
}
