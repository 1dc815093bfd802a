import Languages
import LibraryClient
import LibraryModel
import LibraryTransport
import LinuxSystem
import OwnerTools
import TerminalText

/// Asks the server, at both of its sockets.
struct ServerExamination {
    private(set) var findings: [Finding] = []
    /// Whether the management socket answered.
    private(set) var answers = false
    /// Of the library that the server has; nil when no server tells.
    private(set) var folder: FilePath?

    init(_ context: CommandContext) {
        let server = localized("server")
        guard let path = context.socketPath ?? ServerAddress.environmentPath else {
            findings = [
                .problem(
                    server,
                    localized("where its socket is is not known: XDG_RUNTIME_DIR is not set"),
                    localized(
                        "log in through systemd or elogind, or name the socket with {option} or {variable}",
                        ["option": "--socket", "variable": "PHOTOLIBRARY_SOCKET"]
                    )
                )
            ]
            return
        }
        let apps = FilePath(path)
        let owner = ManagementSocket.path(besideApps: apps)
        let client = context.connect()
        do {
            folder = try client.statistics().folder.map { FilePath($0) }
            answers = true
            findings.append(.well(server, localized("answers at {socket}", ["socket": owner.text])))
        } catch {
            findings.append(.problem(server, error.localizedReason, ServerExamination.advice(owner)))
        }
        let appsSocket = localized("apps' socket")
        do {
            _ = try LibraryClient(ServerAddress(path: path)).ping()
            findings.append(.well(appsSocket, localized("answers at {socket}", ["socket": path])))
        } catch {
            findings.append(
                answers
                    ? .problem(
                        appsSocket,
                        error.localizedReason,
                        localized("restart the server: it makes both sockets")
                    )
                    : .unknown(appsSocket, error.localizedReason)
            )
        }
        findings.append(answers ? place(client) : .unknown(localized("library"), localized("no server tells")))
        findings.append(
            answers
                ? ServerExamination.cloud(client)
                : .unknown(localized("synchronisation"), localized("no server tells"))
        )
    }

    /// What to do about a server that does not answer at its management socket.
    private static func advice(_ socket: FilePath) -> String {
        do throws(SystemCallError) {
            guard let status = try FileStatus.ifPresent(socket) else {
                return localized(
                    "start it: {command}, or {other}",
                    ["command": "systemctl --user start photolibraryd.socket", "other": "photolibraryd"]
                )
            }
            if status.owner != OwnProcess.user, status.owner != 0 {
                return localized(
                    "the socket is of another user ({number}): choose one of yours with {option}",
                    ["number": status.owner, "option": "--socket"]
                )
            }
            return status.kind == .socket
                ? localized("nobody listens there any more: start {program}", ["program": "photolibraryd"])
                : localized(
                    "a file that is no socket is in its place: remove it, then start {program}",
                    ["program": "photolibraryd"]
                )
        } catch {
            return localized(
                "the socket cannot be looked at ({reason}): its folders must be yours",
                ["reason": error.localizedReason]
            )
        }
    }

    /// Which library the server has, and whether it takes changes: an empty one tells.
    private func place(_ client: LibraryClient) -> Finding {
        let subject = localized("library")
        do throws(LibraryError) {
            _ = try client.perform(ChangeBlock(operations: []))
            guard let folder else { return .well(subject, localized("takes changes")) }
            let name = folder.sanitized
            guard let other = ServerExamination.standard(besides: folder) else {
                return .well(subject, localized("{folder}, takes changes", ["folder": name]))
            }
            return .well(
                subject,
                localized(
                    "{folder}, takes changes; it is not the default one, {other}",
                    ["folder": name, "other": other.sanitized]
                )
            )
        } catch {
            let advice =
                error.code == .libraryInSyncRoot
                ? localized(
                    "move the library out of the folder that is synchronised; {command} keeps it on several machines",
                    ["command": "photos cloud"]
                )
                : localized("see to its disk and its permissions, then restart the server")
            let name = folder.map { $0.sanitized + ": " } ?? ""
            return .problem(subject, name + error.localizedReason, advice)
        }
    }

    /// The default library's folder when it is another than the server's; nil when it is that one, or unknown.
    private static func standard(besides folder: FilePath) -> FilePath? {
        guard let standard = LibraryDisk.standard else { return nil }
        do throws(SystemCallError) {
            // The server names the real one, without symbolic links.
            let real = try OwnedDescriptor(opening: standard, [.unread, .folder]).path()
            return real == folder ? nil : standard
        } catch {
            return standard == folder ? nil : standard
        }
    }

    private static func cloud(_ client: LibraryClient) -> Finding {
        let subject = localized("synchronisation")
        let more = "photos cloud status"
        do throws(LibraryError) {
            let status = try client.cloudStatus()
            guard status.settings != nil else { return .well(subject, localized("not set up")) }
            guard let report = status.report else { return .well(subject, localized("has not begun yet")) }
            if let reason = report.reason, report.phase == .refused || report.phase == .waiting {
                return .problem(subject, reason, localized("{command} tells more", ["command": more]))
            }
            guard let problem = report.problems.first else { return .well(subject, localized("works")) }
            return .problem(
                subject,
                problem,
                localized(
                    "{command} tells more, {other} mends files",
                    ["command": more, "other": "photos cloud verify"]
                )
            )
        } catch {
            return .unknown(subject, error.localizedReason)
        }
    }
}
