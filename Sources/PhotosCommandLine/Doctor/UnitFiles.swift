import Languages
import LinuxSystem
import OwnerTools
import TerminalText

/// The units that start the server by itself, where systemd looks for those of a user.
enum UnitFiles {
    private static let socket: FilePath = "photolibraryd.socket"
    private static let wants: FilePath = "sockets.target.wants"

    /// Folders of units, those of the user first.
    private static var folders: [FilePath] {
        var folders: [FilePath] = []
        let home = EnvironmentVariables.value("HOME").map { FilePath($0) }
        if let named = EnvironmentVariables.value("XDG_CONFIG_HOME"), !named.isEmpty {
            folders.append(FilePath(named).appending("systemd/user"))
        } else if let home {
            folders.append(home.appending(".config/systemd/user"))
        }
        if let home { folders.append(home.appending(".local/share/systemd/user")) }
        return folders + [
            "/etc/systemd/user", "/usr/local/share/systemd/user", "/usr/share/systemd/user",
            "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
        ]
    }

    /// The first of the folders that has this file.
    private static func first(with name: FilePath) throws(SystemCallError) -> FilePath? {
        for folder in folders where try FileStatus.ifPresent(folder.appending(name)) != nil { return folder }
        return nil
    }

    /// Nothing for a server that runs without them, as in a container.
    static func findings(serverAnswers: Bool) -> [Finding] {
        let (subject, unit, server) = (localized("units"), socket.text, "photolibraryd")
        do throws(SystemCallError) {
            guard try FileStatus.ifPresent("/run/systemd/system") != nil else {
                let advice = localized("systemd does not run here: start {program} yourself", ["program": server])
                return serverAnswers ? [] : [.unknown(subject, advice)]
            }
            guard let folder = try first(with: socket) else {
                return serverAnswers
                    ? [.well(subject, localized("none: the server was started by other means"))]
                    : [
                        .problem(
                            subject,
                            localized("{program} is not installed", ["program": unit]),
                            localized("{command}, or start {program}", ["command": "make install", "program": server])
                        )
                    ]
            }
            let isEnabled = try first(with: wants.appending(socket)) != nil
            return [
                isEnabled
                    ? .well(
                        subject,
                        localized("{unit} is enabled, from {folder}", ["unit": unit, "folder": folder.sanitized])
                    )
                    : .problem(
                        subject,
                        localized("{unit} is not enabled: nothing starts the server", ["unit": unit]),
                        "systemctl --user enable --now photolibraryd.socket photolibraryd-manage.socket"
                    )
            ]
        } catch {
            return [.unknown(subject, error.localizedReason)]
        }
    }
}
