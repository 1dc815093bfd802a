/// Identifies the executable that a decision was made for, so that a replaced one is noticed. Opaque to the store.
package struct ExecutableFingerprint: Hashable, Sendable {
    /// Identifies the content: another value means another program.
    package var content: String
    /// The file's identity (device, inode, size, times) when `content` was computed.
    package var fileIdentity: String

    /// Stored for a replaced executable whose grants lapsed, until the next decision.
    static let replaced = ExecutableFingerprint(content: "replaced", fileIdentity: "")

    package init(content: String, fileIdentity: String) {
        self.content = content
        self.fileIdentity = fileIdentity
    }
}
