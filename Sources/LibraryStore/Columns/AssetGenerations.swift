internal import AssetColumns

/// Which state of the library the columns in memory have. A reader whose snapshot has another is answered by SQL.
///
/// loading -> current, or loading -> ahead -> current; from each to none, and from there to loading again when the
/// failure may pass. `committed` comes for each commit that changes assets, from the first state on that the loading
/// may have seen.
enum AssetGenerations {
    /// Being loaded; what was committed since.
    case loading([AssetEdits])
    /// The loaded assets are partly of a later state, whose commit has not been reported yet.
    case ahead(AssetTable, AssetVersion, of: AssetVersion)
    case current(AssetTable, AssetVersion)
    case none(ColumnFailure)

    /// A piece of work that is done while others read the current generation.
    struct Succession {
        let table: AssetTable
        let edits: [AssetEdits]

        /// The next generation.
        func generation() -> AssetGenerations {
            // `committed` has found the edits to follow the table.
            guard let first = edits.first else { return .none(.changedElsewhere) }
            return AssetGenerations.current(table, first.before).followed(by: edits)
        }
    }

    /// The generation of a reader's state.
    func table(of version: AssetVersion) -> AssetTable? {
        guard case .current(let table, version) = self else { return nil }
        return table
    }

    /// Takes the edits of a commit. Returns the work that makes the next generation, for `succeed`.
    mutating func committed(_ edits: [AssetEdits]) -> Succession? {
        switch self {
        case .loading(let pending):
            self = .loading(pending + edits)
            return nil
        case .ahead:
            self = followed(by: edits)
            return nil
        case .current(let table, let version):
            guard edits.first?.before == version else {
                self = .none(.changedElsewhere)
                return nil
            }
            return Succession(table: table, edits: edits)
        case .none: return nil
        }
    }

    /// Takes what was loaded from several snapshots, of which `first` is the first state and `last` the last.
    mutating func loaded(_ table: AssetTable, from first: AssetVersion, to last: AssetVersion) {
        guard case .loading(let pending) = self else { return }
        // Edits up to the first snapshot are in all of them. Later ones are made again: the last of a row counts.
        let missing = pending.drop { $0.after.number <= first.number }
        self = AssetGenerations.ahead(table, first, of: last).followed(by: Array(missing))
    }

    /// Gives up what there is.
    mutating func fail(_ failure: ColumnFailure) { self = .none(failure) }

    /// Begins to load after a failure that may have passed. Returns false when there is nothing to load.
    mutating func beginAgain() -> Bool {
        guard let failure, failure.mayPass else { return false }
        self = .loading([])
        return true
    }

    var failure: ColumnFailure? {
        if case .none(let failure) = self { failure } else { nil }
    }

    private func followed(by edits: [AssetEdits]) -> AssetGenerations {
        var (table, version, required): (AssetTable, AssetVersion, AssetVersion)
        switch self {
        case .loading, .none: return self
        case .ahead(let loaded, let first, let last): (table, version, required) = (loaded, first, last)
        case .current(let present, let now): (table, version, required) = (present, now, now)
        }
        var all: [AssetEdit] = []
        for edits in edits {
            guard edits.before == version else { return .none(.changedElsewhere) }
            guard let changes = edits.edits else { return .none(.tooNarrow) }
            all += changes
            version = edits.after
        }
        if !all.isEmpty { table = table.applying(all) }
        return version.number < required.number ? .ahead(table, version, of: required) : .current(table, version)
    }
}
