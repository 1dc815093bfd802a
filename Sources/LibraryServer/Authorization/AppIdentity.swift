internal import InstalledPrograms
internal import LibraryModel
internal import LibraryTransport
internal import LinuxSystem

/// The identity of an app, from evidence that the peer cannot choose.
///
/// The evidence is what the kernel reports of the peer's process: its namespaces, its executable and its image
/// (`PeerFacts`). The initializer reads them, pins the process (`ExpectedSender`), derives the identity, and reads them
/// again. There is no identity unless they are unchanged and the process is still alive, so that what was read is true
/// of the program whose bytes the connection will accept. In this order:
///
/// 1. `snap:NAME`: the process runs in a snap (`SnapSandbox`).
/// 2. `flatpak:ID`: the process is in the mount namespace of a Flatpak sandbox (`FlatpakSandbox`). Any other mount
///    namespace is refused, because paths mean nothing there.
/// 3. `exe:PATH`: the executable's path. Other user and PID namespaces are refused, because a process can forge facts
///    in its own. The server must find the running file under that path: a file of another namespace that is executed
///    from outside reports its path inside. Executables on FUSE are refused: each open may yield another file.
///
/// systemd scopes are no evidence: any process of the user can create one under any name.
struct AppIdentity: Sendable {
    /// The key under which grants are stored.
    let name: String
    let sender: ExpectedSender
    /// The executable, when it is the evidence; nil in a sandbox, where updates replace it and the name stays.
    let executable: ExecutableFile?
    /// What prompts show about the program beside its name.
    let program: Prompt.Program

    /// Reads the evidence of a connection's peer. May block on the executable's file system. Throws `IdentityError`
    /// when there is no identity.
    init(ofPeer socket: borrowing OwnedDescriptor) throws {
        let number = try socket.peerCredentials().process
        let process = try socket.peerProcess()
        let facts = try PeerFacts(of: number)
        let pinned = try PinnedProcess(number)
        guard pinned.image == facts.image else { throw IdentityError.changed }
        sender = ExpectedSender(pinned, earlierByteCount: try socket.unreadByteCount())
        (name, executable) = try AppIdentity.evidence(of: number, facts)
        program = executable == nil ? Prompt.Program() : try Interpreter.program(facts.executable, ofProcess: number)
        // The PID has not been reused meanwhile if the process is still alive.
        guard try process.isAlive() else { throw IdentityError.ended }
        guard try PeerFacts(of: number) == facts, sender.isUnchanged else { throw IdentityError.changed }
    }

    /// The path of an `exe:` identity; nil for others.
    static func path(ofExecutable name: String) -> FilePath? {
        name.hasPrefix("exe:/") ? FilePath(String(name.dropFirst("exe:".count))) : nil
    }

    private static func evidence(
        of process: Int32,
        _ facts: PeerFacts
    ) throws -> (name: String, executable: ExecutableFile?) {
        let own = try ProcessNamespaces.own()
        let isAmongOurs = facts.namespaces.user == own.user && facts.namespaces.process == own.process
        if isAmongOurs, let snap = try SnapSandbox.name(ofProcess: process) { return ("snap:\(snap)", nil) }
        guard facts.namespaces.mount == own.mount else {
            if let application = try FlatpakSandbox.application(ofProcess: process) {
                return ("flatpak:\(application)", nil)
            }
            throw IdentityError(reason: "the process is in a mount namespace of its own and in no known sandbox")
        }
        guard isAmongOurs else {
            throw IdentityError(reason: "the process has a namespace of users or processes of its own")
        }
        let executable = try executable(facts.executable, runningIn: process)
        return ("exe:\(facts.executable.text)", executable)
    }

    private static func executable(_ path: FilePath, runningIn process: Int32) throws -> ExecutableFile {
        guard let name = path.exactText, path.isAbsolute else {
            throw IdentityError(reason: "the executable's path is not text")
        }
        guard !name.hasSuffix(" (deleted)") else {
            throw IdentityError(reason: "the executable was replaced since the process started")
        }
        // O_PATH: does not access the file; for its mount ID.
        let link = FilePath("/proc/\(process)/exe")
        let running = try OwnedDescriptor(opening: link, [.unread])
        let mounts = try MountTable()
        let elsewhere = IdentityError(reason: "the executable's path leads to another file")
        guard let number = try running.mountNumber(), let mount = mounts.mount(numbered: number) else {
            throw elsewhere
        }
        // The root file system is trusted, whatever it is: some containers have a FUSE root.
        let isMadeUp = (mounts.mounts(onTheWayTo: path) + [mount]).contains { $0.isMadeByAProgram && $0.point != "/" }
        guard !isMadeUp else {
            throw IdentityError(reason: "a program makes up the file system that the executable is on")
        }
        let executable = try ExecutableFile(named: path, openedAs: link)
        do throws(SystemCallError) {
            // /proc/PID/exe has no symbolic links: one on the path means that something was replaced.
            let found = try OwnedDescriptor(openingWithoutLinks: path, [.unread]).status()
            if executable.isFile(found) { return executable }
        } catch {
            guard error.isAbsence || error.errorNumber == SystemCallError.symbolicLink else { throw error }
        }
        throw elsewhere
    }
}

/// Facts that change when the process executes another program or its PID is reused.
private struct PeerFacts: Hashable {
    var namespaces: ProcessNamespaces
    var image: ProcessImage
    var executable: FilePath

    init(of process: Int32) throws(SystemCallError) {
        namespaces = try ProcessNamespaces(of: process)
        image = try ProcessImage(of: process)
        executable = try ProcessFacts.executable(of: process)
    }
}

/// Why a peer has no identity.
struct IdentityError: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }

    static let changed = IdentityError(reason: "the process executed another program")
    static let ended = IdentityError(reason: "the process has ended")
    static let notOwner = IdentityError(reason: "the management socket is for the library's owner")
}

extension PeerProcess {
    borrowing func isAlive() throws(SystemCallError) -> Bool {
        var entries = [PollEntry(pidfd.rawValue, .readable)]
        return try Poll.wait(&entries, timeoutNanoseconds: 0) == 0
    }
}
