import LibraryClient
import LibraryModel
import LibraryTransport
import LinuxSystem
import OwnerTools

/// Asks the server, at both of its sockets.
struct ServerExamination {
    private(set) var findings: [Finding] = []
    /// Whether the management socket answered.
    private(set) var answers = false

    init(_ context: CommandContext) {
        guard let path = context.socketPath ?? ServerAddress.environmentPath else {
            findings = [
                .problem(
                    "server",
                    "where its socket is is not known: XDG_RUNTIME_DIR is not set",
                    "log in through systemd or elogind, or name the socket with --socket or PHOTOLIBRARY_SOCKET"
                )
            ]
            return
        }
        let apps = FilePath(path)
        let owner = ManagementSocket.path(besideApps: apps)
        let client = context.connect()
        do {
            _ = try client.statistics()
            answers = true
            findings.append(.well("server", "answers at \(owner.text)"))
        } catch {
            findings.append(.problem("server", error.reason, ServerExamination.advice(owner)))
        }
        do {
            _ = try LibraryClient(ServerAddress(path: path)).ping()
            findings.append(.well("apps' socket", "answers at \(path)"))
        } catch {
            findings.append(
                answers
                    ? .problem("apps' socket", error.reason, "restart the server: it makes both sockets")
                    : .unknown("apps' socket", error.reason)
            )
        }
        findings.append(answers ? ServerExamination.place(client) : .unknown("library", "no server tells"))
        findings.append(answers ? ServerExamination.cloud(client) : .unknown("synchronisation", "no server tells"))
    }

    /// What to do about a server that does not answer at its management socket.
    private static func advice(_ socket: FilePath) -> String {
        do throws(SystemCallError) {
            guard let status = try FileStatus.ifPresent(socket) else {
                return "start it: systemctl --user start photolibraryd.socket, or photolibraryd"
            }
            if status.owner != OwnProcess.user, status.owner != 0 {
                return "the socket is of another user (\(status.owner)): choose one of yours with --socket"
            }
            return status.kind == .socket
                ? "nobody listens there any more: start photolibraryd"
                : "a file that is no socket is in its place: remove it, then start photolibraryd"
        } catch {
            return "the socket cannot be looked at (\(error.reason)): its folders must be yours"
        }
    }

    /// Whether the library takes changes: an empty one tells.
    private static func place(_ client: LibraryClient) -> Finding {
        do throws(LibraryError) {
            _ = try client.perform(ChangeBlock(operations: []))
            return .well("library", "takes changes")
        } catch {
            let advice =
                error.code == .libraryInSyncRoot
                ? "move the library out of the folder that is synchronised; photos cloud keeps it on several machines"
                : "see to its disk and its permissions, then restart the server"
            return .problem("library", error.reason, advice)
        }
    }

    private static func cloud(_ client: LibraryClient) -> Finding {
        do throws(LibraryError) {
            let status = try client.cloudStatus()
            guard status.settings != nil else { return .well("synchronisation", "not set up") }
            guard let report = status.report else { return .well("synchronisation", "has not begun yet") }
            if let reason = report.reason, report.phase == .refused || report.phase == .waiting {
                return .problem("synchronisation", reason, "photos cloud status tells more")
            }
            guard let problem = report.problems.first else { return .well("synchronisation", "works") }
            return .problem(
                "synchronisation",
                problem,
                "photos cloud status tells more, photos cloud verify mends files"
            )
        } catch {
            return .unknown("synchronisation", error.reason)
        }
    }
}
