import Languages

/// What a progress bar counts.
enum ProgressUnit: Hashable, Sendable {
    /// Files that are read.
    case files
    /// Files whose digests are checked.
    case checked
    /// A download, of which only the share is known.
    case download

    /// For example `50/200 files`.
    func text(done: Int, total: Int) -> String {
        switch self {
        case .files: localized("{done}/{total} files", ["done": done, "total": total])
        case .checked: localized("{done}/{total} checked", ["done": done, "total": total])
        case .download: localized("downloading")
        }
    }

    /// Whether a rate of it says anything.
    var isCounted: Bool { self != .download }
}
