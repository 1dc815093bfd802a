internal import LibraryTransport
internal import LinuxSystem

/// Who is at the other end of a connection, by evidence that the peer cannot choose.
///
/// The evidence is what the kernel tells of the peer's process. Its number and the program that it runs are pinned first
/// (`ExpectedSender`), then everything is read, and then the process must still be alive and unchanged, or there is no
/// identity. So what was read is true of the program that the connection's bytes will be taken from. In this order:
///
/// 1. `flatpak:ID`: the process runs in a Flatpak sandbox, whose `/.flatpak-info` it cannot write.
/// 2. `snap:NAME`: it runs under snapd's security label.
/// 3. `exe:PATH`: the executable's path, in the server's own mount namespace. In any other namespace a path says
///    nothing, and the peer is refused. The file that runs must also be the one that the server finds under that path:
///    a file of another namespace can be executed from outside, and then has the path that it has inside.
///
/// systemd scopes are not used: any process of the user can make one under any name.
struct AppIdentity: Sendable {
    /// The text under which grants are kept.
    let name: String
    let sender: ExpectedSender
    /// The executable where that is the evidence; nil in a sandbox, where updates replace it and the name stays.
    let executable: ExecutableFile?

    /// Reads the evidence of a connection's peer. May wait for a file system of the peer's own making. Throws
    /// `IdentityError` when the evidence cannot be read.
    init(ofPeer socket: borrowing OwnedDescriptor) throws {
        let number = try socket.peerCredentials().process
        let process = try socket.peerProcess()
        let pinned = try PinnedProcess(number)
        sender = ExpectedSender(pinned, earlierByteCount: try socket.unreadByteCount())
        (name, executable) = try AppIdentity.evidence(of: number)
        // The number belonged to this process all the while only if the process is still there now.
        guard try process.isAlive() else { throw IdentityError(reason: "the process has ended") }
        guard sender.isUnchanged else { throw IdentityError(reason: "the process executed another program") }
    }

    /// The path in an identity that is one; nil for the name of a sandboxed app.
    static func path(ofExecutable name: String) -> FilePath? {
        name.hasPrefix("exe:/") ? FilePath(String(name.dropFirst("exe:".count))) : nil
    }

    private static func evidence(of process: Int32) throws -> (name: String, executable: ExecutableFile?) {
        let folder = FilePath("/proc/\(process)")
        if let application = try flatpakApplication(folder) { return ("flatpak:\(application)", nil) }
        if let snap = try snapName(folder) { return ("snap:\(snap)", nil) }
        guard
            try FileNames.target(ofLink: folder.appending("ns/mnt"))
                == FileNames.target(ofLink: "/proc/self/ns/mnt")
        else {
            throw IdentityError(reason: "the process is in a mount namespace of its own and in no known sandbox")
        }
        let link = folder.appending("exe")
        let path = try FileNames.target(ofLink: link)
        guard let name = path.exactText, path.isAbsolute else {
            throw IdentityError(reason: "the executable's path is not text")
        }
        guard !name.hasSuffix(" (deleted)") else {
            throw IdentityError(reason: "the executable was replaced since the process started")
        }
        let executable = try ExecutableFile(named: path, openedAs: link)
        guard let found = try FileStatus.ifPresent(path), executable.isFile(found) else {
            throw IdentityError(reason: "the executable's path leads to another file")
        }
        return ("exe:\(name)", executable)
    }

    /// The application of a Flatpak sandbox: `[Application]` `name=` of `/.flatpak-info` as the process sees it.
    private static func flatpakApplication(_ process: FilePath) throws -> String? {
        guard let info = try content(process.appending("root/.flatpak-info")) else { return nil }
        var isInApplication = false
        for line in info.split(separator: "\n") {
            if line.hasPrefix("[") { isInApplication = line == "[Application]" }
            if isInApplication, line.hasPrefix("name=") { return String(line.dropFirst("name=".count)) }
        }
        throw IdentityError(reason: "the sandbox does not say which application it holds")
    }

    /// The snap of an AppArmor label `snap.NAME.APP (enforce)`.
    private static func snapName(_ process: FilePath) throws -> String? {
        guard let label = try content(process.appending("attr/current")), label.hasPrefix("snap.") else { return nil }
        let parts = label.dropFirst("snap.".count).split(separator: ".")
        guard parts.count >= 2, let name = parts.first else {
            throw IdentityError(reason: "the security label names no snap")
        }
        return String(name)
    }

    /// A small file's text; nil when there is no such file, or none that this kernel offers.
    private static func content(_ path: FilePath) throws -> String? {
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking])
            return String(decoding: try file.readToEnd(limit: 64 * 1024), as: UTF8.self)
        } catch {
            guard error.isAbsenceOfAttribute else { throw error }
            return nil
        }
    }
}

/// Why a peer has no identity.
struct IdentityError: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }
}

extension SystemCallError {
    /// The file does not exist, or the kernel has no such attribute (security labels without AppArmor).
    fileprivate var isAbsenceOfAttribute: Bool { isAbsence || errorNumber == SystemCallError.invalidArgument }
}

extension PeerProcess {
    fileprivate borrowing func isAlive() throws(SystemCallError) -> Bool {
        var entries = [PollEntry(pidfd.rawValue, .readable)]
        return try Poll.wait(&entries, timeoutNanoseconds: 0) == 0
    }
}
