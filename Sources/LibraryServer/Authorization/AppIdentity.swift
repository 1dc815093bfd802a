internal import LibraryModel
internal import LibraryTransport
internal import LinuxSystem

/// Who is at the other end of a connection, by evidence that the peer cannot choose.
///
/// The evidence is what the kernel tells of the peer's process: its namespaces, the file that it executes and its image
/// (`PeerFacts`). They are read, the process is pinned with the program that it runs (`ExpectedSender`), everything
/// that follows from them is looked up, and then they are read again. Unless they are the same and the process is still
/// alive and unchanged there is no identity. So what was read is true of the program that the connection's bytes will
/// be taken from, and a program that is put in the peer's place meanwhile is nobody. In this order:
///
/// 1. `snap:NAME`: the process runs in a snap (`SnapSandbox`).
/// 2. `flatpak:ID`: it is in a mount namespace of its own, and that is a Flatpak sandbox's (`FlatpakSandbox`). Any
///    other is refused: a path says nothing there.
/// 3. `exe:PATH`: the executable's path. Whoever has a namespace of users or of process numbers of their own is
///    refused: there they may say of themselves what elsewhere only the kernel says. The file that runs must also be
///    the one that the server finds under that path: a file of another namespace can be executed from outside, and then
///    has the path that it has inside. A program of a file system that a program makes up (FUSE) is refused: another
///    file can be there each time it is looked at.
///
/// systemd scopes alone are not used: any process of the user can make one under any name.
struct AppIdentity: Sendable {
    /// The text under which grants are kept.
    let name: String
    let sender: ExpectedSender
    /// The executable where that is the evidence; nil in a sandbox, where updates replace it and the name stays.
    let executable: ExecutableFile?
    /// What the person is told about the program beside its name.
    let program: Prompt.Program

    /// Reads the evidence of a connection's peer. May wait for the file system that the executable is on. Throws
    /// `IdentityError` when the evidence cannot be read.
    init(ofPeer socket: borrowing OwnedDescriptor) throws {
        let number = try socket.peerCredentials().process
        let process = try socket.peerProcess()
        let facts = try PeerFacts(of: number)
        let pinned = try PinnedProcess(number)
        guard pinned.image == facts.image else { throw IdentityError.changed }
        sender = ExpectedSender(pinned, earlierByteCount: try socket.unreadByteCount())
        (name, executable) = try AppIdentity.evidence(of: number, facts)
        program = executable == nil ? Prompt.Program() : try Interpreter.program(facts.executable, ofProcess: number)
        // The number belonged to this process all the while only if the process is still there now.
        guard try process.isAlive() else { throw IdentityError(reason: "the process has ended") }
        guard try PeerFacts(of: number) == facts, sender.isUnchanged else { throw IdentityError.changed }
    }

    /// The path in an identity that is one; nil for the name of a sandboxed app.
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
        // Opened without a look at the file, for the number of its mount.
        let link = FilePath("/proc/\(process)/exe")
        let running = try OwnedDescriptor(opening: link, [.unread])
        let mounts = try MountTable()
        let elsewhere = IdentityError(reason: "the executable's path leads to another file")
        guard let number = try running.mountNumber(), let mount = mounts.mount(numbered: number) else {
            throw elsewhere
        }
        // What "/" is made of is the machine's own, whatever it is: some containers have it from a program.
        let isMadeUp = (mounts.mounts(onTheWayTo: path) + [mount]).contains { $0.isMadeByAProgram && $0.point != "/" }
        guard !isMadeUp else {
            throw IdentityError(reason: "a program makes up the file system that the executable is on")
        }
        let executable = try ExecutableFile(named: path, openedAs: link)
        do throws(SystemCallError) {
            // The kernel names files without symbolic links. Where one is now, something else was put there.
            let found = try OwnedDescriptor(openingWithoutLinks: path, [.unread]).status()
            if executable.isFile(found) { return executable }
        } catch {
            guard error.isAbsence || error.errorNumber == SystemCallError.symbolicLink else { throw error }
        }
        throw elsewhere
    }
}

/// What the kernel tells of a process that any other program, in it or in its place, would have otherwise.
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
}

extension PeerProcess {
    borrowing func isAlive() throws(SystemCallError) -> Bool {
        var entries = [PollEntry(pidfd.rawValue, .readable)]
        return try Poll.wait(&entries, timeoutNanoseconds: 0) == 0
    }
}
