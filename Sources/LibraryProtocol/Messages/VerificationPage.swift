package import LibraryModel

/// What a stretch of a verification found.
package struct VerificationPage: Hashable, Sendable {
    package struct Problem: Hashable, Sendable {
        /// One sentence. No path or title.
        package var description: String
        /// The asset concerned.
        package var asset: ObjectID?

        package init(_ description: String, asset: ObjectID? = nil) {
            self.description = description
            self.asset = asset
        }
    }

    /// Files of the library.
    package var total: Int
    /// Files that this page checked.
    package var checked: Int
    package var problems: [Problem]
    /// Where to go on; nil when nothing is left.
    package var next: UInt64?
    /// Files among the originals that no asset names. An interrupted import left them, and they do no harm.
    package var unreferenced: Int

    package init(total: Int, checked: Int, problems: [Problem] = [], next: UInt64? = nil, unreferenced: Int = 0) {
        self.unreferenced = unreferenced
        self.total = total
        self.checked = checked
        self.problems = problems
        self.next = next
    }
}
