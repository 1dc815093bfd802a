internal import LinuxSystem

/// The two sockets that a server listens on: handed over by systemd, or its own.
struct ListeningSockets: ~Copyable, Sendable {
    /// For apps.
    let apps: UnixSocketListener
    /// For the person's own tools.
    let management: UnixSocketListener
    /// The files to remove at the end; empty when systemd owns them.
    let ownPaths: [FilePath]

    /// The name that a systemd socket unit gives the management socket with `FileDescriptorName=`.
    static let managementName = "manage"

    init(_ options: ServerOptions) throws {
        let passed = try PassedSockets()
        let managementPath = FilePath(bytes: options.socket.bytes + Array(".manage".utf8))
        let apps = try ListeningSockets.listener(passed?.apps, options.socket)
        let management = try ListeningSockets.listener(passed?.management, managementPath)
        self.apps = apps
        self.management = management
        ownPaths = passed == nil ? [options.socket, managementPath] : []
    }

    private static func listener(_ passed: Int32?, _ path: FilePath) throws -> UnixSocketListener {
        guard let passed else { return try listen(path) }
        return UnixSocketListener(adopting: OwnedDescriptor(owning: passed))
    }

    /// The numbers of the two sockets that systemd hands over; nil when it hands over none.
    private struct PassedSockets {
        let apps: Int32
        let management: Int32

        init?() throws {
            let passed = try ServiceSupervisor.passedSockets()
            if passed.isEmpty { return nil }
            guard passed.count == 2,
                let management = passed.first(where: { $0.name == ListeningSockets.managementName }),
                let apps = passed.first(where: { $0.name != ListeningSockets.managementName })
            else {
                throw ServerStartError(
                    description: "systemd must hand over two sockets, one of them named \"manage\"",
                    exitStatus: 78
                )
            }
            self.apps = apps.rawValue
            self.management = management.rawValue
        }
    }

    private static func listen(_ path: FilePath) throws -> UnixSocketListener {
        do throws(SystemCallError) {
            try FileNames.makeFolders(path.folder)
            return try UnixSocketListener(at: path)
        } catch {
            guard error.errorNumber == 98 /* EADDRINUSE */ else { throw ServerStartError.socket(path, error) }
            throw ServerStartError.socketInUse(path)
        }
    }

    func removeFiles() throws(SystemCallError) {
        for path in ownPaths { try FileNames.remove(path) }
    }
}
