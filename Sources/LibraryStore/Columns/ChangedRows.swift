internal import AssetColumns

/// The rows of assets that have changed since a version.
struct ChangedRows: Sendable {
    /// Reading so many anew costs as much as reading all.
    private static let maximumCount = 4_096

    private let first: AssetVersion
    private var last: AssetVersion
    private(set) var rows: Set<UInt32> = []

    init(since version: AssetVersion) { (first, last) = (version, version) }

    /// Whether no others differ between the first version and this one.
    func covers(_ version: AssetVersion) -> Bool { (first.number...last.number).contains(version.number) }

    /// Takes the edits of a commit, in the order of commits. Returns false when it cannot follow them.
    mutating func take(_ edits: AssetEdits) -> Bool {
        // Those were there when the first version was read.
        if edits.after.number <= last.number { return true }
        guard edits.before == last, let edited = edits.edits else { return false }
        for edit in edited { rows.insert(edit.row) }
        last = edits.after
        return rows.count <= ChangedRows.maximumCount
    }
}
