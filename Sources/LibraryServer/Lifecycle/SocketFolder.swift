internal import LinuxSystem

/// The folder of a socket file. A user with write access to it, or to a folder above it, could replace the server's
/// socket by their own.
enum SocketFolder {
    /// Creates the folder where it is missing, but none above it: one that is missing is a mistyped path. Throws
    /// `ServerStartError` when others than the server's user and root may write there, `/tmp` included; a folder of the
    /// server's user inside `/tmp` is fine.
    static func make(for socket: FilePath) throws {
        guard !["", ".", "..", "/"].contains(socket.folder.lastComponent.text) else {
            throw ServerStartError.usage(
                "photolibraryd: a socket needs a folder with a name: DIR/\(socket.lastComponent.text)"
            )
        }
        do throws(SystemCallError) {
            if try FileStatus.ifPresent(socket.folder) == nil { try makeFolder(socket.folder) }
            let folder = try OwnedDescriptor(opening: socket.folder, [.unread, .folder]).path()
            guard try isOnlyOurs(folder) else {
                throw SystemCallError(SystemCallError.permissionDenied, "the folder may be written to by others")
            }
        } catch {
            throw ServerStartError.socket(socket, error)
        }
    }

    private static func makeFolder(_ folder: FilePath) throws(SystemCallError) {
        do throws(SystemCallError) { try FileNames.makeFolder(folder) } catch {
            // Another server may have made it meanwhile.
            if error.errorNumber == SystemCallError.alreadyExists { return }
            guard error.errorNumber == SystemCallError.notFound else { throw error }
            throw SystemCallError(error.errorNumber, "the folder \(folder.folder.text)")
        }
    }

    private static func isOnlyOurs(_ folder: FilePath) throws(SystemCallError) -> Bool {
        guard try FileStatus(of: folder, followingLinks: false).isClosedToOthers else { return false }
        var above = folder
        while above != "/" {
            above = above.folder
            let status = try FileStatus(of: above, followingLinks: false)
            // In a sticky folder users cannot rename or remove others' files.
            guard status.isClosedToOthers || (status.isOfOursOrRoot && status.mode & 0o1000 != 0) else { return false }
        }
        return true
    }
}

extension FileStatus {
    fileprivate var isOfOursOrRoot: Bool { owner == 0 || owner == OwnProcess.user }
    fileprivate var isClosedToOthers: Bool { isOfOursOrRoot && mode & 0o022 == 0 }
}
