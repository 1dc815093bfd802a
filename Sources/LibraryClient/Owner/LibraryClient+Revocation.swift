package import LibraryModel
internal import LibraryProtocol

// Revoking an app's access. What it has read already cannot be taken back.
extension LibraryClient {
    /// Denies an app all access and revokes its picks. Keeps its selection.
    package func revoke(app: String) throws(LibraryError) {
        _ = try calls.ask(RevokeCall(app: app))
    }

    /// Forgets an app: keeps nothing of it, and its changes can no longer be undone.
    package func forget(app: String) throws(LibraryError) {
        _ = try calls.ask(ForgetCall(app: app))
    }
}
