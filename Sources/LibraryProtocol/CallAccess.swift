/// What an app needs so that a call of it is worth unpacking. Told by the first look at a request: what is refused anyway
/// is refused before it costs anything. Who may ask what about which object is decided where it is answered.
package enum CallAccess: Sendable {
    /// Answered for everybody, with nothing where nothing may be seen.
    case open
    /// To read.
    case reading
    /// To read, or to add.
    case adding
    /// The person's own tools alone, over the management socket.
    case management

    /// What the call with a number needs. A call that is not known is told to be so to everybody.
    package init(ofCall number: UInt64) {
        self =
            switch number {
            case LibraryCallNumber.resources, LibraryCallNumber.openResource, LibraryCallNumber.adjustment,
                LibraryCallNumber.thumbnail, LibraryCallNumber.currentToken, LibraryCallNumber.history,
                LibraryCallNumber.cloudIdentifiers, LibraryCallNumber.localIdentifiers:
                .reading
            case LibraryCallNumber.mint, LibraryCallNumber.stage, LibraryCallNumber.encodeJPEG,
                LibraryCallNumber.perform:
                .adding
            case LibraryCallNumber.firstOfManagement...: .management
            default: .open
            }
    }
}
