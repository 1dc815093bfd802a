internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// Reads what the person and apps changed, page by page, in the writer's transaction: objects get their records, and
/// albums and folders their places, when they are first reported.
struct LocalHistory {
    let connection: Connection
    let newIdentifier: () -> ObjectID
    let time: Int64
    /// Of positions among siblings that this library makes.
    let device: ObjectID

    /// Objects of one page, and bytes of values after which it ends: recipes of edits have up to 512 KiB.
    static let maximumChanges = 256
    private static let maximumBytes = 1 << 20
    /// Objects that the first synchronisation enters with one page, so that no writer waits for long.
    private static let enteredAtOnce: Int64 = 1_024

    private var records: CloudRecords { CloudRecords(connection: connection) }

    func page(after asked: UInt64) throws -> SyncedPage {
        let after = Int64(clamping: asked)
        var state = try SyncPosition(connection) ?? SyncPosition(restartingAt: 1)
        if after == 0 {
            // An engine that has read nothing: everything that is there counts as changed.
            state = SyncPosition(restartingAt: state.position)
            // A later version may show what this library refused.
            try connection.statement("DELETE FROM refused_file").run()
        } else if after > state.position {
            // The library was restored from a backup: what changed since is not known.
            state = SyncPosition(restartingAt: after)
        } else if after < state.confirmed {
            // The engine was restored from a backup: which fields changed since is not known.
            try reportEverything(after: after)
        }
        state.confirmed = after == 0 ? state.confirmed : after
        if !state.isComplete { try enterMore(&state) }
        try state.write(connection)
        return try read(after: after, state)
    }

    private func reportEverything(after position: Int64) throws {
        let widen = try connection.statement(
            "UPDATE local_change SET fields = fields | ?1 WHERE position > ?2 AND fields < ?3"
        )
        try widen.bind(LocalChanges.Fields.everything.rawValue, at: 1)
        try widen.bind(position, at: 2)
        try widen.bind(LocalChanges.Fields.purged.rawValue, at: 3)
        try widen.run()
    }

    // MARK: The first synchronisation

    private func enterMore(_ state: inout SyncPosition) throws {
        if let first = state.nextAsset {
            state.nextAsset = try enter(
                .asset,
                "SELECT row FROM asset WHERE row >= ? ORDER BY row LIMIT ?",
                from: first,
                &state
            )
        } else if let first = state.nextCollection {
            state.nextCollection = try enter(
                nil,
                "SELECT row FROM collection WHERE row >= ? ORDER BY row LIMIT ?",
                from: first,
                &state
            )
        }
    }

    /// Enters the next objects as changed. Returns where to go on; nil at the end.
    private func enter(
        _ asset: ObjectKind?,
        _ query: StaticString,
        from first: Int64,
        _ state: inout SyncPosition
    ) throws -> Int64? {
        let select = try connection.statement(query)
        try select.bind(first, at: 1)
        try select.bind(LocalHistory.enteredAtOnce, at: 2)
        var rows: [Int64] = []
        while try select.step() { rows.append(select.integer(0)) }
        select.reset()
        for row in rows {
            guard let kind = try asset ?? CollectionRecord(row, connection)?.kind else { continue }
            let record = try records.record(of: row, kind, newIdentifier)
            state.position += 1
            try LocalChanges.enter(record, kind, row, .everything, time, state, connection)
        }
        guard let last = rows.last, rows.count == LocalHistory.enteredAtOnce else { return nil }
        return last + 1
    }

    // MARK: Pages

    private struct Row {
        var record: ObjectID
        var kind: ObjectKind
        var object: Int64
        var position: Int64
        var time: Int64
        var fields: LocalChanges.Fields
    }

    private func read(after position: Int64, _ state: SyncPosition) throws -> SyncedPage {
        var page = SyncedPage([], position: UInt64(clamping: state.position), hasMore: !state.isComplete)
        let rows = try rows(after: position)
        let places = SiblingPlaces(connection)
        var bytes = 0
        for row in rows {
            var change = SyncedChange(record: row.record, kind: row.kind.recordKind.rawValue)
            change.time = UInt64(clamping: row.time / 1_000)
            if row.fields.contains(.purged) {
                change.isPurged = true
            } else {
                try prepare(row, places)
                try PresentValues(connection: connection).read(row.object, row.kind, row.fields, into: &change)
            }
            page.changes.append(change)
            bytes += change.size
            if page.changes.count == LocalHistory.maximumChanges || bytes >= LocalHistory.maximumBytes {
                page.position = UInt64(clamping: row.position)
                page.hasMore = page.hasMore || row.position < state.position
                break
            }
        }
        return page
    }

    private func rows(after position: Int64) throws -> [Row] {
        let select = try connection.statement(
            """
            SELECT record, kind, object, position, time, fields FROM local_change WHERE position > ?
            ORDER BY position LIMIT ?
            """
        )
        try select.bind(position, at: 1)
        try select.bind(Int64(LocalHistory.maximumChanges), at: 2)
        var rows: [Row] = []
        while try select.step() {
            guard let kind = UInt8(exactly: select.integer(1)).flatMap(ObjectKind.init(rawValue:)) else { continue }
            rows.append(
                Row(
                    record: try select.identifier(0),
                    kind: kind,
                    object: select.integer(2),
                    position: select.integer(3),
                    time: select.integer(4),
                    fields: LocalChanges.Fields(rawValue: select.integer(5))
                )
            )
        }
        return rows
    }

    /// Gives records to what the values name, and a place among its siblings.
    private func prepare(_ row: Row, _ places: SiblingPlaces) throws {
        guard row.kind != .asset else { return }
        if row.fields.contains(.members) {
            let select = try connection.statement(
                """
                SELECT m.member FROM album_member m WHERE m.container = ? AND NOT EXISTS
                    (SELECT 1 FROM cloud_identifier i WHERE i.kind = 1 AND i.object = m.member)
                """
            )
            try select.bind(row.object, at: 1)
            var members: [Int64] = []
            while try select.step() { members.append(select.integer(0)) }
            select.reset()
            for member in members { _ = try records.record(of: member, .asset, newIdentifier) }
        }
        if row.fields.contains(.parent) {
            if let folder = try places.order.folder(of: row.object), folder != 0 {
                _ = try records.record(of: folder, .collectionList, newIdentifier)
            }
            try places.givePlace(to: row.object, device)
        }
    }
}

extension SyncedChange {
    /// Bytes, about.
    fileprivate var size: Int {
        fields.reduce(64) { $0 + ($1.value?.count ?? 0) + $1.contents.count * SyncedChange.digestByteCount + 8 }
            + sets.reduce(0) { $0 + $1.elements.reduce(8) { $0 + $1.count + 4 } }
    }
}

extension ObjectKind {
    /// The kind of its record.
    var recordKind: RecordKind {
        switch self {
        case .asset: .asset
        case .assetCollection: .album
        case .collectionList: .folder
        }
    }
}
