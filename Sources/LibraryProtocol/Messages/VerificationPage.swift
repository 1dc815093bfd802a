package import LibraryModel

/// The result of verifying part of the library.
package struct VerificationPage: Hashable, Sendable {
    package struct Problem: Hashable, Sendable {
        /// One sentence, without paths and titles.
        package var description: String
        /// The affected asset.
        package var asset: ObjectID?

        package init(_ description: String, asset: ObjectID? = nil) {
            self.description = description
            self.asset = asset
        }
    }

    /// The number of files in the library.
    package var total: Int
    /// The number of files that this page checked.
    package var checked: Int
    package var problems: [Problem]
    /// The position of the next page; nil on the last.
    package var next: UInt64?
    /// The number of originals without an asset: harmless, left by an interrupted import.
    package var unreferenced: Int
    /// Of the checked files, originals that are in the bucket alone.
    package var inCloud = 0

    package init(total: Int, checked: Int, problems: [Problem] = [], next: UInt64? = nil, unreferenced: Int = 0) {
        self.unreferenced = unreferenced
        self.total = total
        self.checked = checked
        self.problems = problems
        self.next = next
    }
}
