package import LibraryModel
internal import LibraryProtocol

// What the person takes back from an app. What it has read already it has.
extension LibraryClient {
    /// Denies an app everything, and takes back what was picked for it. What was selected for it is remembered.
    package func revoke(app: String) throws(LibraryError) {
        guard case .done = try calls.ask(RevokeCall(app: app)) else { throw .unexpectedReply }
    }

    /// Treats an app as if it had never come: nothing is kept of it, and what it changed can no longer be taken back.
    package func forget(app: String) throws(LibraryError) {
        guard case .done = try calls.ask(ForgetCall(app: app)) else { throw .unexpectedReply }
    }
}
