package import LinuxSystem

/// What `photolibraryd` was started with.
package struct ServerOptions: Sendable {
    package var library: FilePath
    package var socket: FilePath
    /// The media worker; nil: beside the server's own program.
    package var mediaWorker: FilePath?

    package static let usage = """
        usage: photolibraryd [--library DIR] [--socket PATH]

          --library DIR   the library's folder, made when it is missing
                          (default: $XDG_DATA_HOME/photolibrary/Photos.photolibrary)
          --socket PATH   where apps connect; the person's own tools connect to PATH.manage
                          (default: $PHOTOLIBRARY_SOCKET, else $XDG_RUNTIME_DIR/photolibrary/library.sock)
        """

    /// Reads the arguments that follow the program's name. Nil when only help was asked for.
    package init?(arguments: [String], environment: (String) -> String?) throws {
        var library: String?
        var socket: String?
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
            case "--help", "-h": return nil
            default: throw ServerStartError.usage("photolibraryd: unknown argument \(argument)")
            }
        }
        self.library = try FilePath(library ?? ServerOptions.defaultLibrary(environment))
        self.socket = try FilePath(
            socket ?? environment("PHOTOLIBRARY_SOCKET") ?? ServerOptions.defaultSocket(environment)
        )
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
