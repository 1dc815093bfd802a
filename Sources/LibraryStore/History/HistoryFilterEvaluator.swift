internal import LibraryModel
internal import SQLiteDatabase

/// Evaluates a history filter, and the authors of transactions, for one requester.
///
/// It only removes from what the requester sees, by facts that the page would disclose anyway, so a filtered change is
/// indistinguishable from one that does not exist.
struct HistoryFilterEvaluator {
    private let connection: Connection
    /// The requesting app; nil for the person.
    private let asker: Int64?
    private let kinds: Set<UInt8>?
    private let fields: ChangedFields?
    private let objects: Set<LocalIdentifier>?
    private let authors: Set<ChangeAuthor>?
    /// Rows of the requested apps, without unknown ones; nil without a filter by app.
    private let apps: Set<Int64>?
    /// Rows of apps by their position in the page, for the person.
    private var places: [Int64: UInt32] = [:]

    init(_ filter: HistoryFilter, _ snapshot: Snapshot) throws {
        try filter.check()
        connection = snapshot.connection
        asker = snapshot.visibility.app
        guard filter.apps.isEmpty || asker == nil else {
            throw LibraryError(.invalidRequest, "apps are not told of each other", details: ["key": "apps"])
        }
        kinds = filter.kinds.map { Set($0.map(\.rawValue)) }
        fields = filter.fields
        objects = filter.objects.map { Set($0) }
        authors = filter.authors.map { Set($0) }
        var rows: Set<Int64> = []
        for app in filter.apps {
            let select = try connection.statement("SELECT row FROM app_identity WHERE identity = ?")
            try select.bind(app, at: 1)
            if try select.step() { rows.insert(select.integer(0)) }
        }
        apps = filter.apps.isEmpty ? nil : rows
    }

    /// The author of a transaction of this origin.
    func author(_ origin: Int64?) -> ChangeAuthor {
        guard let origin else { return .person }
        if origin == ChangeRecorder.anotherDevice { return .anotherDevice }
        return origin == asker ? .asker : .anotherApp
    }

    /// Whether transactions of this origin pass.
    func passes(origin: Int64?) -> Bool {
        if let origin, let apps, apps.contains(origin) { return true }
        return authors?.contains(author(origin)) ?? (apps == nil)
    }

    /// Whether a change passes; the row is one of `changeStatement`.
    func passes(_ row: borrowing Statement) throws -> Bool {
        let kind = UInt8(truncatingIfNeeded: row.integer(1))
        if let kinds, !kinds.contains(kind) { return false }
        if let fields, row.integer(2) == Int64(ChangeKind.updated.rawValue) {
            let touched = ChangedFields(rawValue: UInt32(truncatingIfNeeded: row.integer(3)))
            if touched.isDisjoint(with: fields) { return false }
        }
        guard let objects else { return true }
        guard let known = ObjectKind(rawValue: kind) else { return false }
        return objects.contains(LocalIdentifier(known, try row.identifier(4)))
    }

    /// The page's last entry is a gap in the history.
    func appendUnknownAuthor(to page: inout HistoryPage) {
        page.authors.append(ChangeAuthor.unknown.rawValue)
        if asker == nil { page.appPositions.append(0) }
    }

    /// Appends the author of the last transaction to the page.
    mutating func appendAuthor(_ origin: Int64?, to page: inout HistoryPage) throws {
        page.authors.append(author(origin).rawValue)
        // Only the person learns identities.
        guard asker == nil else { return }
        guard let origin else { return page.appPositions.append(0) }
        if let place = places[origin] { return page.appPositions.append(place) }
        let select = try connection.statement("SELECT identity FROM app_identity WHERE row = ?")
        try select.bind(origin, at: 1)
        guard try select.step() else { return page.appPositions.append(0) }
        page.apps.append(select.text(0))
        places[origin] = UInt32(page.apps.count)
        page.appPositions.append(UInt32(page.apps.count))
    }
}
