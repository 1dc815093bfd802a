internal import LinuxSystem

/// Which peers of the management socket act as the owner: processes of the server's user or root, outside of sandboxes
/// and in the server's own namespaces.
///
/// No sandbox needs access to this socket's folder; the check is for containers and sandboxes that were given the whole
/// runtime folder.
enum OwnerIdentity {
    static func check(_ socket: borrowing OwnedDescriptor, ownUser: UInt32) throws {
        let credentials = try socket.peerCredentials()
        guard credentials.user == ownUser || credentials.user == 0 else {
            throw IdentityError.notOwner
        }
        let process = try socket.peerProcess()
        // /proc of root's processes is closed to other users, and root needs no socket to read the library.
        let isBeyondUs = credentials.user == 0 && ownUser != 0
        guard try isAmongOurs(credentials.process, orClosedToUs: isBeyondUs) else {
            throw IdentityError(reason: "the management socket is for nobody in a sandbox or namespace")
        }
        guard try process.isAlive() else { throw IdentityError.ended }
    }

    private static func isAmongOurs(_ process: Int32, orClosedToUs isAllowed: Bool) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            let (theirs, own) = (try ProcessNamespaces(of: process), try ProcessNamespaces.own())
            let label = try SnapSandbox.label(ofProcess: process)
            return theirs == own && label == nil
        } catch {
            guard isAllowed, error.errorNumber == SystemCallError.permissionDenied else { throw error }
            return true
        }
    }
}
