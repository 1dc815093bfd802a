import Languages
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

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
        let (subject, place) = (localized("programs"), folder.sanitized)
        guard !missing.isEmpty else { return [.well(subject, localized("all in {folder}", ["folder": place]))] }
        let names = missing.map(\.text).listed
        return [
            .problem(
                subject,
                localized("{folder} lacks {programs}", ["folder": place, "programs": names]),
                localized("install all of them into one folder: {command}", ["command": "make install"])
            )
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
        let subject = localized("questions")
        guard isThere("photos-agent") else {
            return .problem(
                subject,
                localized("{program} is not installed", ["program": "photos-agent"]),
                localized("install it beside this program")
            )
        }
        let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { EnvironmentVariables.value($0)?.isEmpty == false }
        guard hasDesktop else {
            return .well(
                subject,
                localized("no desktop here: {command} asks in this terminal while it runs", ["command": "photos agent"])
            )
        }
        guard EnvironmentVariables.program("xdg-open") != nil else {
            return .problem(
                subject,
                localized("the page cannot be opened: there is no {program}", ["program": "xdg-open"]),
                localized(
                    "install {package}, or run {command}",
                    ["package": "xdg-utils", "command": "photos agent --no-open"]
                )
            )
        }
        return .well(subject, localized("open in the browser"))
    }

    /// The sandbox that a server of this user's would get.
    var sandbox: Finding {
        let (subject, server) = (localized("sandbox"), "photolibraryd")
        guard isThere("photolibraryd") else {
            return .unknown(subject, localized("there is no {program} to try it", ["program": server]))
        }
        do {
            let (line, status) = try check()
            guard status == .exited(0) else {
                return .problem(
                    subject,
                    ReasonText.text(line),
                    localized(
                        """
                        let users have namespaces (sysctl kernel.unprivileged_userns_clone, AppArmor's restriction), or \
                        run the server with {option}
                        """,
                        ["option": "--media-sandbox partial"]
                    )
                )
            }
            return .well(subject, ReasonText.text(line))
        } catch {
            return .problem(
                subject,
                "\(server) --check: \(error)",
                localized("see whether {program} starts", ["program": server])
            )
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
