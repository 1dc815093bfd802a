internal import LibraryModel
internal import SQLiteDatabase

/// One step of an undo, in its transaction.
///
/// 1. One step restores titles, parents and existence of all albums and folders, so that no object is ever in a folder
///    that does not exist yet.
/// 2. One step restores all members of an album, or all of an asset.
/// 3. A step ends after reading `maximumEntries` former values, so that other writers get their turn.
struct UndoStep {
    /// Former values read per step. Some take ten statements.
    static let maximumEntries = 4_000
    /// Conflicts per step.
    static let maximumConflicts = 1_000
    /// Albums or assets looked up at once.
    private static let page = 500

    private let request: UndoRequest
    private let entries: FormerEntries
    private let shown: ShownValues
    private let sequences: ClosedRange<Int64>
    /// Rows of the requested objects, ascending; nil for all.
    private let named: [ObjectKind: [Int64]]?
    var application: BlockApplication
    private var result = UndoResult()
    private var told: Set<LocalIdentifier> = []
    private var remaining = UndoStep.maximumEntries
    /// Recreated albums and folders without a parent yet: their former positions, by row.
    private var restored: [Int64: FormerEntry] = [:]

    private var connection: Connection { application.connection }

    /// Returns nil when there is nothing to undo.
    init?(_ request: UndoRequest, _ application: BlockApplication) throws {
        guard let entries = try FormerEntries(of: request.app, application.connection),
            let sequences = try entries.sequences(of: request.transaction, since: request.since)
        else { return nil }
        self.request = request
        self.entries = entries
        self.application = application
        self.sequences = sequences
        named = try request.objects.map { try entries.rows(of: $0) }
        shown = ShownValues(application.connection, tag: application.tag)
    }

    mutating func run() throws -> UndoResult {
        var cursor: UndoCursor? = UndoCursor(request.position)
        while let current = cursor, remaining > 0, result.conflicts.count < UndoStep.maximumConflicts {
            cursor =
                switch current {
                case .structure: try takeBackStructure()
                case .albums(let row): try takeBackMembers(after: row)
                case .assets(let row): try takeBackAssets(after: row)
                }
        }
        result.next = cursor?.position
        return result
    }

    private func rows(of kind: ObjectKind, after row: Int64, limit: Int) throws -> [Int64] {
        guard let named else { return try entries.objects(of: kind, after: row, in: sequences, limit: limit) }
        return Array((named[kind] ?? []).lazy.filter { $0 > row }.prefix(limit))
    }

    // MARK: Stages

    private mutating func takeBackStructure() throws -> UndoCursor? {
        var groups: [[FormerEntry]] = []
        for kind in [ObjectKind.collectionList, .assetCollection] {
            for row in try rows(of: kind, after: 0, limit: Int.max) {
                groups += try entries.entries(of: kind, row, .anything(but: .members), in: sequences)
            }
        }
        remaining -= groups.reduce(0) { $0 + $1.count }
        // Deleted collections first, so that the others find their parents.
        for group in groups where group[0].key.field.isEmpty { try restore(group) }
        var places: [FormerEntry] = []
        for group in groups where !group[0].key.field.isEmpty {
            guard let target = try target(of: group) else { continue }
            if target.key.field == .parent {
                places.append(target)
                restored.removeValue(forKey: target.key.row)
            } else if case .text(let title) = target.former {
                try application.renameCollection(target.key.kind, target.object, title)
                try tell([target], without: [])
            }
        }
        places += restored.values.sorted { $0.key.row < $1.key.row }
        try tell(places, without: application.restorePlacements(places))
        return .albums(after: 0)
    }

    private mutating func restore(_ deletion: [FormerEntry]) throws {
        guard let target = try target(of: deletion), case .collection(let former) = target.former else { return }
        try application.restore(target.object, target.key, former)
        remaining -= former.members.count
        var place = target
        place.key.field = .parent
        place.former = .position(container: former.container, former.position)
        restored[target.key.row] = place
    }

    private mutating func takeBackMembers(after row: Int64) throws -> UndoCursor? {
        let albums = try rows(of: .assetCollection, after: row, limit: UndoStep.page)
        var last = row
        for album in albums {
            guard isGoingOn else { return .albums(after: last) }
            let targets = try targets(of: .assetCollection, album, .only(.members))
            try tell(targets, without: application.restoreMembers(of: album, targets))
            last = album
        }
        return albums.count == UndoStep.page ? .albums(after: last) : .assets(after: 0)
    }

    private mutating func takeBackAssets(after row: Int64) throws -> UndoCursor? {
        let assets = try rows(of: .asset, after: row, limit: UndoStep.page)
        var last = row
        for asset in assets {
            guard isGoingOn else { return .assets(after: last) }
            let targets = try targets(of: .asset, asset, .all)
            if let id = targets.first?.object {
                try tell(targets, without: application.restoreAsset(id, asset, targets))
            }
            last = asset
        }
        return assets.count == UndoStep.page ? .assets(after: last) : nil
    }

    private var isGoingOn: Bool { remaining > 0 && result.conflicts.count < UndoStep.maximumConflicts }

    // MARK: Restored values

    private mutating func targets(
        of kind: ObjectKind,
        _ row: Int64,
        _ fields: FormerEntries.Fields
    ) throws -> [FormerEntry] {
        let groups = try entries.entries(of: kind, row, fields, in: sequences)
        remaining -= groups.reduce(0) { $0 + $1.count }
        var targets: [FormerEntry] = []
        for group in groups { if let target = try target(of: group) { targets.append(target) } }
        return targets
    }

    /// Returns the value to restore, from an app's entries of a field, newest first; nil for none.
    private mutating func target(of group: [FormerEntry]) throws -> FormerEntry? {
        guard let newest = group.first else { return nil }
        let place = newest.key.field == .parent ? restored[newest.key.row]?.former : nil
        guard let present = try place ?? FormerValue(of: newest.key, connection) else {
            result.conflicts.append(try shown.change(newest, present: nil, standing: .gone))
            return nil
        }
        var current = present
        var target: FormerEntry?
        var rest = group[...]
        while let entry = rest.popFirst() {
            switch entry.standing(of: current, application.tag) {
            case .asLeft: (current, target) = (entry.former, entry)
            case .asBefore: continue
            case .changedSince, .gone:
                // A field with the former value of an earlier entry is undone already.
                if let place = rest.firstIndex(where: { $0.standing(of: current, application.tag) == .asBefore }) {
                    rest = rest[(place + 1)...]
                    continue
                }
                guard request.forces else {
                    result.conflicts.append(try shown.change(entry, present: current, standing: .changedSince))
                    return target
                }
                (current, target) = (entry.former, entry)
            }
        }
        return current == present ? nil : target
    }

    // MARK: Conflicts

    /// Records a conflict for a value that cannot be restored, because its object does not exist any more.
    private mutating func tell(_ targets: [FormerEntry], without failed: [FormerEntry]) throws {
        let left = Set(failed.map(\.key))
        for entry in failed { result.conflicts.append(try shown.change(entry, present: nil, standing: .gone)) }
        for target in targets where !left.contains(target.key) {
            let object = LocalIdentifier(target.key.kind, target.object)
            if told.insert(object).inserted { result.objects.append(object) }
        }
    }
}
