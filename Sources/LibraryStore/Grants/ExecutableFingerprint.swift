/// What is kept of an app's program with the person's decision about it, so that another program in its place is
/// noticed. The store does not look into it.
package struct ExecutableFingerprint: Hashable, Sendable {
    /// What the program is. Another content is another program.
    package var content: String
    /// What the file system said of the file when `content` was found.
    package var fileIdentity: String

    /// What is kept in the place of a program whose grants lapsed, until the person decides anew.
    static let replaced = ExecutableFingerprint(content: "replaced", fileIdentity: "")

    package init(content: String, fileIdentity: String) {
        self.content = content
        self.fileIdentity = fileIdentity
    }
}
