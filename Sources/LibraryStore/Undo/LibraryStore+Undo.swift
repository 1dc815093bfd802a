package import LibraryModel
internal import SQLiteDatabase

/// Takes back what an app changed.
///
/// Each field goes back through the app's changes of it, the newest first, as long as it is found as the app left it: so
/// what others made of it since, or in between, stays. Where it is not as the app left it, that is told as a conflict, unless
/// the person forces it. What the app added stays.
extension LibraryStore {
    /// Assets that one step takes back.
    private static var maximumAssets: Int { 2_000 }
    /// Conflicts that one step tells of.
    private static var maximumConflicts: Int { 1_000 }

    /// One step, a transaction of the person's own: albums and folders all at once in the first, and then a number of assets
    /// in each.
    package func undo(_ request: UndoRequest) throws(LibraryError) -> UndoResult {
        if let refusal = configuration.changeRefusal { throw refusal }
        guard request.objects?.count ?? 0 <= UndoRequest.maximumObjects else {
            throw LibraryError(.limitExceeded, "at most \(UndoRequest.maximumObjects) objects can be named at once")
        }
        let (configuration, identity) = (configuration, identity)
        return try write { context in
            let connection = context.connection
            guard let entries = try FormerEntries(of: request.app, connection) else { return UndoResult() }
            let snapshot = Snapshot(connection: connection, sight: .full(app: nil), identity: identity)
            let application = try BlockApplication(
                snapshot: snapshot,
                principal: .person,
                files: [:],
                configuration: configuration,
                time: configuration.clock()
            )
            var undo = UndoApplication(request, entries, application)
            guard let sequences = try undo.sequences() else { return UndoResult() }
            if request.position == nil {
                for kind in [ObjectKind.collectionList, .assetCollection] {
                    undo.groups += try undo.objects(of: kind, after: 0, in: sequences, limit: Int.max)
                        .flatMap { try entries.entries(of: kind, $0, in: sequences) }
                }
            }
            let after = request.position.map { Int64(clamping: $0) } ?? 0
            let assets = try undo.objects(of: .asset, after: after, in: sequences, limit: LibraryStore.maximumAssets)
            undo.groups += try assets.flatMap { try entries.entries(of: .asset, $0, in: sequences) }
            try undo.apply()
            if assets.count == LibraryStore.maximumAssets {
                undo.result.next = assets.last.map { UInt64(clamping: $0) }
            }
            if let summary = try undo.application.finish() { context.notes.append(summary) }
            undo.result.conflicts = Array(undo.result.conflicts.prefix(LibraryStore.maximumConflicts))
            return undo.result
        }
    }
}

extension FormerEntry {
    /// Photos come back before their properties are put back; members are put back from the first to the last, so that one
    /// whose place is taken finds those that were before it.
    fileprivate var order: (Int, Int64) {
        if case .position(_, let position) = former { return (2, position) }
        return (key.field.isEmpty ? 0 : 1, 0)
    }
}

/// One step at work.
private struct UndoApplication {
    private let request: UndoRequest
    private let entries: FormerEntries
    private let shown: ShownValues
    var application: BlockApplication
    /// What the app did to each field, the newest first.
    var groups: [[FormerEntry]] = []
    var result = UndoResult()
    private var told: Set<LocalIdentifier> = []
    /// Albums and folders that were put back and are nowhere yet, by row: where they are to be.
    private var restored: [Int64: FormerEntry] = [:]

    init(_ request: UndoRequest, _ entries: FormerEntries, _ application: BlockApplication) {
        self.request = request
        self.entries = entries
        self.application = application
        shown = ShownValues(application.connection, tag: application.tag)
    }

    private var connection: Connection { application.connection }

    /// The transactions that are asked for; nil for none.
    func sequences() throws -> ClosedRange<Int64>? {
        var first: Int64 = 0
        var last = Int64.max
        if let transaction = request.transaction {
            guard let sequence = Int64(exactly: transaction) else { return nil }
            (first, last) = (sequence, sequence)
        }
        guard let since = request.since else { return first...last }
        let select = try connection.statement(
            "SELECT min(sequence) FROM change_transaction WHERE origin = ? AND time >= ?"
        )
        try select.bind(entries.app, at: 1)
        try select.bind(since, at: 2)
        guard try select.step(), let start = select.optionalInteger(0) else { return nil }
        first = max(first, start)
        return first <= last ? first...last : nil
    }

    /// Rows of what is asked for.
    func objects(
        of kind: ObjectKind,
        after row: Int64,
        in sequences: ClosedRange<Int64>,
        limit: Int
    ) throws -> [Int64] {
        guard let objects = request.objects else {
            return try entries.objects(of: kind, after: row, in: sequences, limit: limit)
        }
        let select = try connection.statement(
            """
            SELECT object_row FROM former_value WHERE app = ? AND kind = ? AND object_row =
                (SELECT row FROM asset WHERE id = ?3 AND shelf < 4 AND ?2 = 1 UNION ALL
                 SELECT row FROM asset WHERE id = ?3 AND shelf >= 4 AND ?2 = 1 UNION ALL
                 SELECT row FROM collection WHERE id = ?3 AND kind = ?2)
            LIMIT 1
            """
        )
        var rows: Set<Int64> = []
        var missing: Set<ObjectID> = []
        for object in objects where object.kind == kind {
            try select.bind(entries.app, at: 1)
            try select.bind(Int64(kind.rawValue), at: 2)
            try select.bind(object.id, at: 3)
            if try select.step() { rows.insert(select.integer(0)) } else { missing.insert(object.id) }
            select.reset()
        }
        if kind != .asset, !missing.isEmpty { rows.formUnion(try deleted(kind, among: missing)) }
        return Array(rows.filter { $0 > row }.sorted().prefix(limit))
    }

    /// Rows of albums or folders that the app deleted and that are not there.
    private func deleted(_ kind: ObjectKind, among objects: Set<ObjectID>) throws -> [Int64] {
        let select = try connection.statement(
            "SELECT object, object_row FROM former_value WHERE app = ? AND kind = ? AND field = 0"
        )
        try select.bind(entries.app, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        var rows: [Int64] = []
        while try select.step() {
            if objects.contains(try select.identifier(0)) { rows.append(select.integer(1)) }
        }
        return rows
    }

    /// Albums and folders that were deleted come first, so that everything else finds its place.
    mutating func apply() throws {
        let deletions = groups.filter { $0.first.map { $0.key.kind != .asset && $0.key.field.isEmpty } ?? false }
        for group in deletions {
            guard let target = try target(of: group), case .collection(let former) = target.former else { continue }
            try application.restore(target.object, target.key, former)
            var place = target
            place.key.field = .parent
            place.former = .position(container: former.container, former.position)
            restored[target.key.row] = place
        }
        var targets: [FormerEntry] = []
        for group in groups where group.first?.key.kind == .asset || group.first?.key.field.isEmpty == false {
            guard let target = try target(of: group) else { continue }
            targets.append(target)
            if target.key.field == .parent { restored.removeValue(forKey: target.key.row) }
        }
        var left = (targets + restored.values).sorted { $0.order < $1.order }
        var isGettingOn = true
        // A folder may have to go out of another first.
        while !left.isEmpty, isGettingOn {
            var failed: [FormerEntry] = []
            for target in left {
                if try application.restore(target.key, target.object, target.former) {
                    tell(target)
                } else {
                    failed.append(target)
                }
            }
            isGettingOn = failed.count < left.count
            left = failed
        }
        for target in left {
            result.conflicts.append(try shown.change(target, present: nil, standing: .gone))
            if target.key.field == .parent { try application.placeAnywhere(target.key) }
        }
    }

    private mutating func tell(_ entry: FormerEntry) {
        let object = LocalIdentifier(entry.key.kind, entry.object)
        if told.insert(object).inserted { result.objects.append(object) }
    }

    /// What is to be put back; nil for nothing.
    private mutating func target(of group: [FormerEntry]) throws -> FormerEntry? {
        guard let newest = group.first else { return nil }
        let place = newest.key.field == .parent ? restored[newest.key.row]?.former : nil
        guard let present = try place ?? FormerValue(of: newest.key, connection) else {
            result.conflicts.append(try shown.change(newest, present: nil, standing: .gone))
            return nil
        }
        var current = present
        var target: FormerEntry?
        for entry in group {
            switch entry.standing(of: current, application.tag) {
            case .asLeft: (current, target) = (entry.former, entry)
            case .asBefore: continue
            case .changedSince, .gone:
                guard request.forces else {
                    result.conflicts.append(try shown.change(entry, present: current, standing: .changedSince))
                    return target
                }
                (current, target) = (entry.former, entry)
            }
        }
        return current == present ? nil : target
    }
}
