import LibraryModel

/// One entry of a transaction in the history.
struct HistoryEntry: Hashable, Sendable {
    var object: LocalIdentifier
    var change: ChangeKind

    init(_ kind: ObjectKind, _ id: ObjectID, _ change: ChangeKind) {
        object = LocalIdentifier(kind, id)
        self.change = change
    }
}

/// The objects of one writer, as its acknowledged blocks have made them. No writer touches those of another.
struct WriterObjects: Equatable, Sendable {
    struct Album: Equatable, Sendable {
        var title: String
        var members: [ObjectID] = []
    }

    /// Whether each is a favourite.
    var assets: [ObjectID: Bool] = [:]
    var albums: [ObjectID: Album] = [:]

    static let maximumAlbums = 5
    static let maximumAssets = 40

    /// What a block does to them, by itself.
    mutating func apply(_ operation: ChangeOperation) {
        switch operation {
        case .createAsset(let creation): assets[creation.id] = false
        case .updateAsset(let id, let update): assets[id] = update.isFavorite
        case .deleteAssets(let ids):
            for id in ids {
                assets[id] = nil
                for album in albums.keys { albums[album]?.members.removeAll { $0 == id } }
            }
        case .createCollection(_, let id, let title, _): albums[id] = Album(title: title)
        case .renameCollection(_, let id, let title): albums[id]?.title = title
        case .deleteCollections(_, let ids): for id in ids { albums[id] = nil }
        case .insertMembers(.album(let album), let members, _):
            albums[album]?.members.append(contentsOf: members.map(\.id))
        case .removeMembers(.album(let album), let members):
            albums[album]?.members.removeAll { id in members.contains { $0.id == id } }
        case .moveMembers(.album(let album), let members, let position):
            albums[album]?.members.removeAll { id in members.contains { $0.id == id } }
            let end = albums[album]?.members.count ?? 0
            albums[album]?.members.insert(contentsOf: members.map(\.id), at: position ?? end)
        default: preconditionFailure("no writer does this")
        }
    }
}

/// A change block and all that it must do.
struct PlannedBlock: Sendable {
    var block: ChangeBlock
    /// What the history must say of it.
    var entries: Set<HistoryEntry>
    /// The writer's objects when it is done.
    var after: WriterObjects
    /// The names of staged files in it are good only for the server that gave them.
    var namesStagedFiles: Bool

    init(_ operations: [ChangeOperation], on objects: WriterObjects) {
        block = ChangeBlock(operations: operations)
        after = objects
        entries = []
        namesStagedFiles = false
        for operation in operations {
            after.apply(operation)
            switch operation {
            case .createAsset(let creation):
                entries.insert(HistoryEntry(.asset, creation.id, .inserted))
                namesStagedFiles = true
            case .updateAsset(let id, _): entries.insert(HistoryEntry(.asset, id, .updated))
            case .deleteAssets(let ids): for id in ids { entries.insert(HistoryEntry(.asset, id, .deleted)) }
            case .createCollection(let kind, let id, _, _): entries.insert(HistoryEntry(kind, id, .inserted))
            case .renameCollection(let kind, let id, _): entries.insert(HistoryEntry(kind, id, .updated))
            case .deleteCollections(let kind, let ids):
                for id in ids { entries.insert(HistoryEntry(kind, id, .deleted)) }
            case .insertMembers(.album(let id), _, _), .removeMembers(.album(let id), _),
                .moveMembers(.album(let id), _, _):
                // An album that is new is inserted, whatever else happens to it.
                if !entries.contains(HistoryEntry(.assetCollection, id, .inserted)) {
                    entries.insert(HistoryEntry(.assetCollection, id, .updated))
                }
            default: preconditionFailure("no writer does this")
            }
        }
    }
}
