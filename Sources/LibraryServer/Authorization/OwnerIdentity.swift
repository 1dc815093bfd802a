internal import LinuxSystem

/// Whether a peer of the management socket may speak for the person: a process of the server's own user, or of root,
/// that is in no sandbox, and in none of the server's namespaces but its own.
///
/// The socket lies where no sandbox needs to reach. This is for those that reach it all the same: a container or
/// sandbox that was given the whole runtime folder.
enum OwnerIdentity {
    static func check(_ socket: borrowing OwnedDescriptor, ownUser: UInt32) throws {
        let credentials = try socket.peerCredentials()
        guard credentials.user == ownUser || credentials.user == 0 else {
            throw IdentityError(reason: "the management socket is for the library's owner")
        }
        let process = try socket.peerProcess()
        // Root's processes may not be looked into by others, and need no socket to have their way.
        let isBeyondUs = credentials.user == 0 && ownUser != 0
        guard try isAmongOurs(credentials.process, orClosedToUs: isBeyondUs) else {
            throw IdentityError(reason: "the management socket is for nobody in a sandbox or namespace")
        }
        guard try process.isAlive() else { throw IdentityError(reason: "the process has ended") }
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
