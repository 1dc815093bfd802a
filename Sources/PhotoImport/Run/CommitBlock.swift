internal import LibraryModel

/// The changes that bring staged assets into the library.
struct CommitBlock {
    private(set) var operations: [ChangeOperation] = []
    /// The asset of each entry.
    private(set) var members: [LocalIdentifier] = []
    /// The assets that get an edited version. Those that have one keep theirs.
    private(set) var edited: Set<LocalIdentifier> = []

    /// Asks the library for identifiers, and what it knows of assets that are there.
    init(_ entries: [StagedGroup.Entry], _ destination: any ImportDestination) throws(LibraryError) {
        let new = entries.count { $0.knownAsset == nil }
        var identifiers = new > 0 ? try destination.mintIdentifiers(new)[...] : []
        let old = entries.filter { $0.notes != nil || $0.edit != nil }.compactMap(\.knownAsset)
        let known = old.isEmpty ? [] : try destination.known(old)
        guard known.count == old.count else {
            throw LibraryError(.protocolViolation, "the server told of other photos than it was asked for")
        }
        let states = Dictionary(zip(old, known)) { first, _ in first }
        // Two entries of a block may be one asset: what the first adds, the second does not add again.
        var changed: Set<ObjectID> = []
        for entry in entries {
            switch entry.kind {
            case .new(let asset):
                guard let id = identifiers.popFirst() else {
                    throw LibraryError(.protocolViolation, "the server gave too few identifiers")
                }
                operations.append(
                    .createAsset(AssetCreation(id: id, resources: asset.resources, properties: asset.properties))
                )
                members.append(LocalIdentifier(.asset, id))
                if let edit = entry.edit { setEdit(edit, entry.notes?.recipe ?? .none, of: id) }
            case .duplicate(let id), .completion(let id, _):
                if case .completion(_, let uses) = entry.kind { operations.append(.completeAsset(id, uses)) }
                members.append(LocalIdentifier(.asset, id))
                guard let state = states[id], state.exists, changed.insert(id).inserted else { continue }
                let update = entry.notes?.update(beside: state) ?? AssetUpdate()
                if !update.isEmpty { operations.append(.updateAsset(id, update)) }
                if let edit = entry.edit, !state.isEdited { setEdit(edit, entry.notes?.recipe ?? .none, of: id) }
            }
        }
    }

    private mutating func setEdit(_ edit: StagedGroup.Edit, _ recipe: PhotoNotes.Recipe, of asset: ObjectID) {
        edited.insert(LocalIdentifier(.asset, asset))
        var adjustment = Adjustment(
            rendered: edit.staged,
            formatIdentifier: recipe.formatIdentifier,
            formatVersion: recipe.formatVersion,
            data: recipe.data
        )
        adjustment.renderedMovie = edit.movie
        operations.append(.setAdjustment(asset, adjustment))
    }
}

extension StagedGroup.Entry {
    /// The asset that the library has already.
    fileprivate var knownAsset: ObjectID? {
        switch kind {
        case .new: nil
        case .duplicate(let id), .completion(let id, _): id
        }
    }
}
