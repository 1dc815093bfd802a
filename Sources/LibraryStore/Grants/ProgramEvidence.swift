/// What is kept of an app's program with the person's decision about it, so that another program in its place is noticed.
/// The store does not look into it.
package struct ProgramEvidence: Hashable, Sendable {
    /// What the program is. Another content is another program.
    package var content: String
    /// What the file system said of the file when `content` was found.
    package var stamp: String

    package init(content: String, stamp: String) {
        self.content = content
        self.stamp = stamp
    }
}
