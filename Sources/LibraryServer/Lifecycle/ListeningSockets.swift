internal import LibraryTransport
internal import LinuxSystem

/// The two sockets that a server listens on: systemd's, or its own.
struct ListeningSockets: ~Copyable, Sendable {
    /// For apps.
    let apps: UnixSocketListener
    /// For the owner's tools.
    let management: UnixSocketListener
    /// The files to remove at the end; empty when systemd owns them.
    private let ownFiles: [SocketFile]

    /// Whether the server made them, and not systemd.
    var areOwn: Bool { !ownFiles.isEmpty }

    /// The name that a systemd socket unit gives the management socket with `FileDescriptorName=`.
    static let managementName = "manage"

    private init(apps: consuming UnixSocketListener, management: consuming UnixSocketListener, ownFiles: [SocketFile]) {
        self.apps = apps
        self.management = management
        self.ownFiles = ownFiles
    }

    static func open(_ options: ServerOptions) throws -> ListeningSockets {
        if let passed = try PassedSockets() {
            let apps = UnixSocketListener(adopting: OwnedDescriptor(owning: passed.apps))
            let management = UnixSocketListener(adopting: OwnedDescriptor(owning: passed.management))
            try apps.descriptor.askForSenders()
            try management.descriptor.askForSenders()
            return ListeningSockets(apps: apps, management: management, ownFiles: [])
        }
        let managementPath = ManagementSocket.path(besideApps: options.socket)
        let apps = try ListeningSockets.listen(options.socket)
        let appsFile = try SocketFile(options.socket)
        let management: UnixSocketListener
        do {
            management = try ListeningSockets.listen(managementPath)
        } catch {
            try appsFile.remove()
            throw error
        }
        let ownFiles = [appsFile, try SocketFile(managementPath)]
        return ListeningSockets(apps: apps, management: management, ownFiles: ownFiles)
    }

    /// The two sockets that systemd passes; nil without any.
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
        try SocketFolder.make(for: path)
        do throws(SystemCallError) {
            return try UnixSocketListener(at: path)
        } catch {
            guard error.errorNumber == SystemCallError.addressInUse else { throw ServerStartError.socket(path, error) }
            throw ServerStartError.socketInUse(path)
        }
    }

    func removeFiles() throws(SystemCallError) {
        for file in ownFiles { try file.remove() }
    }
}

/// A socket file that this server created. Another server may replace it later.
private struct SocketFile {
    private let path: FilePath
    private let made: FileStatus

    init(_ path: FilePath) throws(SystemCallError) {
        self.path = path
        made = try FileStatus(of: path, followingLinks: false)
    }

    /// Removes it, unless it was removed or replaced.
    func remove() throws(SystemCallError) {
        do throws(SystemCallError) {
            let found = try FileStatus(of: path, followingLinks: false)
            guard found.device == made.device, found.inode == made.inode else { return }
            try FileNames.remove(path)
        } catch {
            if error.errorNumber != SystemCallError.notFound { throw error }
        }
    }
}
