package import LinuxSystem

/// A library's folder, and the lock that keeps other servers out.
///
///     Photos.photolibrary/
///       lock            flock'ed while a server runs
///       library.sqlite  and its -wal and -shm
///       originals/      content-addressed files
///       derivatives/    thumbnails and previews; can be made again
///       incoming/       files on their way in
package struct LibraryBundle: ~Copyable, Sendable {
    package let path: FilePath
    private let lock: OwnedDescriptor

    /// The database, which every library has.
    static func database(of path: FilePath) -> FilePath { path.appending("library.sqlite") }

    /// Opens the bundle and creates what is missing. Throws `ServerStartError.libraryInUse` when another server holds
    /// it.
    package init(at path: FilePath) throws {
        try FileNames.makeFolders(path)
        // Photos are private: only the owner may enter the folder, whatever the umask.
        try FileNames.setMode(0o700, of: path)
        // So are its files, in case a copy or backup loses the folder's mode. SQLite creates its WAL files with the
        // mode of the database.
        _ = try OwnedDescriptor(opening: LibraryBundle.database(of: path), [.readWrite, .create], mode: 0o600)
        for ending in ["", "-wal", "-shm"] {
            let file = FilePath(bytes: LibraryBundle.database(of: path).bytes + Array(ending.utf8))
            if try FileStatus.ifPresent(file) != nil { try FileNames.setMode(0o600, of: file) }
        }
        let lock = try OwnedDescriptor(opening: path.appending("lock"), [.readWrite, .create], mode: 0o600)
        guard try lock.lockExclusively() else { throw ServerStartError.libraryInUse(path) }
        self.path = path
        self.lock = lock
    }
}

/// Why a server could not start. `description` is for the person who started it.
package struct ServerStartError: Error, CustomStringConvertible {
    package var description: String
    /// The exit status, from sysexits.h.
    package var exitStatus: Int32

    static func libraryInUse(_ path: FilePath) -> ServerStartError {
        ServerStartError(
            description: "another server has the library \(path.text) open (its file \"lock\" is locked)",
            exitStatus: 75
        )
    }

    static func library(_ path: FilePath, _ reason: String) -> ServerStartError {
        ServerStartError(description: "the library \(path.text) cannot be opened: \(reason)", exitStatus: 74)
    }

    static func place(_ path: FilePath, _ provider: LibraryVolume.Provider) -> ServerStartError {
        let place =
            provider.isSynchronizing
            ? "in a folder that \(provider.name) synchronizes" : "on a file system that is kept by \(provider.name)"
        return ServerStartError(
            description:
                "no library can be made at \(path.text), because it is \(place), where changes could damage it; "
                + "choose a folder on a local disk that no program synchronizes (--library DIR)",
            exitStatus: 73
        )
    }

    static func usage(_ what: String) -> ServerStartError {
        ServerStartError(description: "\(what)\n\(ServerOptions.usage)", exitStatus: 64)
    }

    static func socket(_ path: FilePath, _ error: SystemCallError) -> ServerStartError {
        ServerStartError(description: "cannot listen on \(path.text): \(error)", exitStatus: 69)
    }

    static func socketInUse(_ path: FilePath) -> ServerStartError {
        ServerStartError(description: "another program listens on \(path.text), or it is no socket", exitStatus: 75)
    }
}
