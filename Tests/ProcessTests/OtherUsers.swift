import Glibc
import LibraryTestSupport
import LinuxSystem

/// Programs run as users that are not the test's own.
enum OtherUsers {
    static let server: UInt32 = 4_242
    static let app: UInt32 = 4_343

    /// Only root may become others, with the tool for it.
    static let arePossible: Bool = {
        do { return try OwnProcess.user == 0 && FileStatus(of: "/usr/bin/setpriv").isRegularFile } catch {
            return false
        }
    }()

    /// Runs what follows as a user, in the groups of others beside their own.
    static func command(as user: UInt32, groups: [UInt32] = [], keeping capabilities: [String] = []) -> [FilePath] {
        let groups =
            groups.isEmpty ? ["--clear-groups"] : ["--groups", groups.map { String($0) }.joined(separator: ",")]
        let kept = (["-all"] + capabilities.map { "+" + $0 }).joined(separator: ",")
        let arguments =
            ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(user)"] + groups + [
                "--inh-caps", kept, "--ambient-caps", kept, "--bounding-set", kept, "--no-new-privs",
            ]
        return arguments.map { FilePath($0) }
    }

    /// Lets everybody into a scratch folder, and copies programs to where everybody reaches them.
    static func open(_ folder: ScratchFolder, copying programs: [String] = []) throws {
        for path in [folder.path.folder, folder.path] { try FileNames.setMode(0o755, of: path) }
        for program in programs {
            let script = FilePath("cp \(try BuiltProgram.path(program).text) \(folder.file(program).text)")
            _ = try RunningProgram(path: "/bin/sh", ["-c", script]).finish()
            try FileNames.setMode(0o755, of: folder.file(program))
        }
    }

    static func give(_ path: FilePath, to user: UInt32) {
        precondition(unsafe chown(path.text, user, user) == 0, "chown: \(errno)")
    }
}
