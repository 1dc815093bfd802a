import LibraryModel
import LinuxSystem

/// The programs beside this one.
struct InstalledPrograms {
    let folder: FilePath

    /// Where this program is.
    static func folder() throws(SystemCallError) -> FilePath {
        try FileNames.target(ofLink: "/proc/self/exe").folder
    }

    private static let needed: [FilePath] = ["photolibraryd", "photolibrary-media"]
    /// What works only with them.
    private static let others: [FilePath] = ["photolibrary-sync", "photolibrary-upload", "photos-agent"]

    /// Bytes of the server's line about its sandbox.
    private static let maximumLine = 4_096

    var findings: [Finding] {
        let missing = (InstalledPrograms.needed + InstalledPrograms.others).filter { !isThere($0) }
        guard !missing.isEmpty else { return [.well("programs", "all in \(folder.text)")] }
        let names = missing.map(\.text).joined(separator: ", ")
        return [
            .problem("programs", "\(folder.text) lacks \(names)", "install all of them into one folder: make install")
        ]
    }

    private func isThere(_ program: FilePath) -> Bool {
        do throws(SystemCallError) {
            let status = try FileStatus(of: folder.appending(program))
            return status.isRegularFile && status.mode & 0o111 != 0
        } catch {
            return false
        }
    }

    /// What asks the person.
    var agent: Finding {
        guard isThere("photos-agent") else {
            return .problem("questions", "photos-agent is not installed", "install it beside this program")
        }
        let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { EnvironmentVariables.value($0)?.isEmpty == false }
        guard hasDesktop else {
            return .well("questions", "no desktop here: photos agent asks in this terminal while it runs")
        }
        guard EnvironmentVariables.program("xdg-open") != nil else {
            return .problem(
                "questions",
                "the page cannot be opened: there is no xdg-open",
                "install xdg-utils, or run photos agent --no-open"
            )
        }
        return .well("questions", "open in the browser")
    }

    /// The sandbox that a server of this user's would get.
    var sandbox: Finding {
        guard isThere("photolibraryd") else { return .unknown("sandbox", "there is no photolibraryd to try it") }
        do {
            let (line, status) = try check()
            guard status == .exited(0) else {
                return .problem(
                    "sandbox",
                    line,
                    "let users have namespaces (sysctl kernel.unprivileged_userns_clone, AppArmor's restriction), or run "
                        + "the server with --media-sandbox partial"
                )
            }
            return .well("sandbox", line)
        } catch {
            return .problem("sandbox", "photolibraryd --check: \(error)", "see whether photolibraryd starts")
        }
    }

    /// What `photolibraryd --check` says.
    private func check() throws(SystemCallError) -> (line: String, status: ExitStatus) {
        let answer = try SealedMemory.makeUnsealed(name: "check")
        let nothing = try OwnedDescriptor(opening: "/dev/null", [.readWrite])
        let child = try ChildProcess(
            spawning: folder.appending("photolibraryd"),
            arguments: ["--check"],
            descriptors: [.init(nothing, as: 0), .init(answer, as: 1), .init(nothing, as: 2)]
        )
        let status = try child.wait()
        try answer.seek(to: 0)
        let bytes = try answer.readToEnd(limit: InstalledPrograms.maximumLine)
        return (String(decoding: bytes, as: UTF8.self).trimmed, status)
    }
}
