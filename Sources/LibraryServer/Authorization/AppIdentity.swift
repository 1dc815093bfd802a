package import LinuxSystem

/// Who is at the other end of a connection, by evidence that the peer cannot choose.
///
/// The evidence is what the kernel tells of the peer's process, which a pidfd pins from the moment of the connection:
/// everything is read, and then the process must still be the same and alive, or there is no identity. In this order:
///
/// 1. `flatpak:ID`: the process runs in a Flatpak sandbox, whose `/.flatpak-info` it cannot write.
/// 2. `snap:NAME`: it runs under snapd's security label.
/// 3. `exe:PATH`: the executable's path, in the server's own mount namespace. In any other namespace a path says
///    nothing, and the peer is refused.
///
/// systemd scopes are not used: any process of the user can make one under any name.
package struct AppIdentity: Hashable, Sendable {
    /// The text under which grants are kept.
    package var name: String
    package var user: UInt32
    package var process: Int32

    /// Reads the evidence of a connection's peer. Throws `IdentityError` when it cannot be read.
    package init(ofPeer socket: borrowing OwnedDescriptor) throws {
        let credentials = try socket.peerCredentials()
        let process = try socket.peerProcess()
        self.user = credentials.user
        self.process = credentials.process
        name = try AppIdentity.evidence(of: credentials.process)
        // The number belonged to this process all the while only if the process is still there now.
        guard try process.isAlive() else { throw IdentityError(reason: "the process has ended") }
    }

    private static func evidence(of process: Int32) throws -> String {
        let folder = FilePath("/proc/\(process)")
        if let application = try flatpakApplication(folder) { return "flatpak:\(application)" }
        if let snap = try snapName(folder) { return "snap:\(snap)" }
        guard
            try FileNames.target(ofLink: folder.appending("ns/mnt"))
                == FileNames.target(ofLink: "/proc/self/ns/mnt")
        else {
            throw IdentityError(reason: "the process is in a mount namespace of its own and in no known sandbox")
        }
        let executable = try FileNames.target(ofLink: folder.appending("exe"))
        guard let path = executable.exactText, executable.isAbsolute else {
            throw IdentityError(reason: "the executable's path is not text")
        }
        guard !path.hasSuffix(" (deleted)") else {
            throw IdentityError(reason: "the executable was replaced since the process started")
        }
        return "exe:\(path)"
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
            let file = try OwnedDescriptor(opening: path, [.readOnly])
            return String(decoding: try file.readToEnd(limit: 64 * 1024), as: UTF8.self)
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }
}

/// Why a peer has no identity.
package struct IdentityError: Error, CustomStringConvertible {
    package var reason: String
    package var description: String { reason }
}

extension SystemCallError {
    /// The file does not exist, or the kernel has no such attribute (security labels without AppArmor).
    fileprivate var isAbsence: Bool {
        [SystemCallError.notFound, SystemCallError.notFolder, SystemCallError.invalidArgument].contains(errorNumber)
    }
}

extension PeerProcess {
    fileprivate borrowing func isAlive() throws(SystemCallError) -> Bool {
        var entries = [PollEntry(pidfd.rawValue, .readable)]
        return try Poll.wait(&entries, timeoutNanoseconds: 0) == 0
    }
}
