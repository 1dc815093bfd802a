internal import InstalledPrograms
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem

/// The executable of an app that the server may start: the very file that the person granted access to, opened, so that
/// no other one can take its place before it runs.
struct UploadAppProgram: ~Copyable {
    /// The argument with which it is started.
    static let argument: FilePath = "--process-upload-jobs"
    /// The number of the executable's own file in the process; it cannot be read or written through it.
    private static let fileNumber: Int32 = 3

    private let path: FilePath
    private let file: OwnedDescriptor

    /// Throws `changeNotSupported` for an app that no server can start, or not this one: a sandboxed one, one that runs
    /// in an interpreter, and one of another user.
    static func check(_ app: String, user: UInt32) throws(LibraryError) {
        _ = try path(of: app)
        guard user == OwnProcess.user else {
            throw LibraryError(.changeNotSupported, "the library starts only apps of the user that it runs as itself")
        }
    }

    private static func path(of app: String) throws(LibraryError) -> FilePath {
        guard let path = AppIdentity.path(ofExecutable: app), !Interpreter.isOne(path) else {
            throw LibraryError(
                .changeNotSupported,
                "the library starts only programs without a sandbox and without an interpreter"
            )
        }
        return path
    }

    /// Opens the executable at the app's path. Throws when it is not the one that the person granted access to.
    init(of app: String, _ store: LibraryStore) throws {
        let path = try UploadAppProgram.path(of: app)
        // O_PATH. The kernel reports an executable's path without symbolic links.
        let file = try OwnedDescriptor(openingWithoutLinks: path, [.unread])
        let executable = try ExecutableFile(named: path, openedAs: FilePath("/proc/self/fd/\(file.rawValue)"))
        let isMadeUp = try FileSystemKind(at: path).isMadeByAProgramOrElsewhere
        guard !isMadeUp, let granted = try store.grantedProgram(of: app)?.fingerprint,
            try executable.isProgram(granted).isSame
        else { throw LibraryError(.accessDenied, "the app's program is not the one that the person granted access to") }
        self.path = path
        self.file = file
    }

    /// Starts it as this process's user, in `/`, with `environment` and no descriptor of this process but `/dev/null`
    /// as the standard ones, and its own file.
    consuming func start(environment: [FilePath]) throws(SystemCallError) -> ChildProcess {
        let nothing = try OwnedDescriptor(opening: "/dev/null", [.readWrite])
        return try ChildProcess(
            spawning: FilePath("/proc/self/fd/\(UploadAppProgram.fileNumber)"),
            named: path,
            arguments: [UploadAppProgram.argument],
            environment: environment,
            descriptors: [
                .init(nothing, as: 0), .init(nothing, as: 1), .init(nothing, as: 2),
                .init(file, as: UploadAppProgram.fileNumber),
            ],
            isBare: true
        )
    }
}
