package import LinuxSystem
package import MediaWorkerProtocol

/// The command-line options of `photolibraryd`.
package struct ServerOptions: Sendable {
    package var library: FilePath
    package var socket: FilePath
    /// The media worker's program; nil for the one beside the server's.
    package var mediaWorker: FilePath?
    /// The administrator's policy; nil for the system's, if it exists.
    package var policy: FilePath?
    package var agent = Agent.whereTheDesktopIs
    /// The sandbox that media workers must have.
    package var mediaSandbox = MediaSandbox.full
    /// `--check`: see `MachineCheck`.
    package var checksOnly = false

    /// The agent to start when an app asks and none subscribes.
    package enum Agent: Hashable, Sendable {
        /// `photos-agent` beside the server, when the server runs within a desktop session.
        case whereTheDesktopIs
        case program(FilePath)
        case none
    }

    static let systemPolicy: FilePath = "/etc/photolibrary/policy.json"

    package static let usage = """
        usage: photolibraryd [--library DIR] [--socket PATH] [--agent PROGRAM|none] [--policy FILE]
                             [--media-sandbox full|partial|none] [--check]

        Serves a photo library to apps, each of which sees what you allow it.

          --library DIR   the library's folder, created if it is missing
                          (default: $XDG_DATA_HOME/photolibrary/Photos.photolibrary)
          --socket DIR/NAME
                          the apps' socket; that of the person's own tools is DIR-manage/NAME. No other user may be able
                          to write to these folders (default: $PHOTOLIBRARY_SOCKET, else
                          $XDG_RUNTIME_DIR/photolibrary/library.sock)
          --agent PROGRAM the agent to start when an app asks the person and none is running
                          (default: photos-agent beside this program within a desktop session, else none)
          --policy FILE   the administrator's restrictions, read again on SIGHUP
                          (default: /etc/photolibrary/policy.json where it exists)
          --media-sandbox full|partial|none
                          the sandbox that decoders need before they get a photo: no access to files, networks and
                          processes; as much of that as the machine provides; none (default: full)
          --check         start a decoder, print its sandbox, and exit; the status is 69 if it is insufficient
          --version       print the version and exit
          --help          print this help and exit
        """

    /// Parses the arguments after the program's name. Returns nil after printing help.
    package init?(arguments: [String], environment: (String) -> String?) throws {
        var library: String?
        var socket: String?
        var agent: String?
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            func value() throws -> String {
                guard let value = remaining.popFirst(), !value.isEmpty else {
                    throw ServerStartError.usage("photolibraryd: \(argument) needs a value")
                }
                return value
            }
            switch argument {
            case "--library": library = try value()
            case "--socket": socket = try value()
            case "--agent": agent = try value()
            case "--policy": policy = FilePath(try value())
            case "--media-sandbox":
                guard let sandbox = MediaSandbox(rawValue: try value()) else {
                    throw ServerStartError.usage("photolibraryd: --media-sandbox is full, partial or none")
                }
                mediaSandbox = sandbox
            case "--check": checksOnly = true
            case "--help", "-h": return nil
            default: throw ServerStartError.usage("photolibraryd: unknown argument \(argument)")
            }
        }
        switch agent {
        case nil: break
        case "none": self.agent = .none
        case let program?: self.agent = .program(FilePath(program))
        }
        // `--check` opens neither.
        if checksOnly { (library, socket) = (library ?? "/", socket ?? "/") }
        self.library = try FilePath(library ?? ServerOptions.defaultLibrary(environment))
        self.socket = try FilePath(
            socket ?? environment("PHOTOLIBRARY_SOCKET") ?? ServerOptions.defaultSocket(environment)
        )
    }

    /// The program that synchronises, installed beside this one.
    static func syncProgram() throws(SystemCallError) -> FilePath {
        try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-sync")
    }

    private static func defaultLibrary(_ environment: (String) -> String?) throws -> String {
        if let data = environment("XDG_DATA_HOME"), !data.isEmpty { return data + "/photolibrary/Photos.photolibrary" }
        guard let home = environment("HOME"), !home.isEmpty else {
            throw ServerStartError.usage("photolibraryd: neither XDG_DATA_HOME nor HOME is set; give --library")
        }
        return home + "/.local/share/photolibrary/Photos.photolibrary"
    }

    private static func defaultSocket(_ environment: (String) -> String?) throws -> String {
        guard let runtime = environment("XDG_RUNTIME_DIR"), !runtime.isEmpty else {
            throw ServerStartError.usage("photolibraryd: XDG_RUNTIME_DIR is not set; give --socket")
        }
        return runtime + "/photolibrary/library.sock"
    }
}

extension ServerOptions.Agent {
    /// The program to start; nil for none.
    func program() throws(SystemCallError) -> FilePath? {
        switch self {
        case .none: return nil
        case .program(let path): return path
        case .whereTheDesktopIs:
            let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { EnvironmentVariables.value($0) }
            guard displays.contains(where: { !$0.isEmpty }) else { return nil }
            let path = try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photos-agent")
            // Not installed: starting it later fails and is logged.
            do throws(SystemCallError) { _ = try OwnedDescriptor(opening: path, [.readOnly]) } catch { return nil }
            return path
        }
    }
}
