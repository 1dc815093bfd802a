import Dispatch
import FoundationEssentials
import LibraryModel
import LibraryStore
import SQLiteDatabase
import Synchronization

/// A library in a folder of its own, with a clock that the test moves. Removed at its end.
final class TestLibrary: Sendable {
    let store: LibraryStore
    let directory: ScratchDirectory
    let clock: TestClock
    /// One for each commit that was told.
    let commits: Recorder<Void>

    init(
        directory: ScratchDirectory = ScratchDirectory(),
        configure: (inout StoreConfiguration) -> Void = { _ in }
    ) throws {
        let (clock, commits) = (TestClock(), Recorder<Void>())
        var configuration = StoreConfiguration(clock: { clock.now }, tag: testTag)
        configuration.onCommit = { commits.append(()) }
        configure(&configuration)
        store = try LibraryStore(path: directory.path("library.sqlite"), configuration: configuration)
        self.directory = directory
        self.clock = clock
        self.commits = commits
    }

    deinit { store.close() }

    var person: LibraryView { store.view(for: .person) }

    func view(_ app: String) -> LibraryView { store.view(for: .app(app)) }

    /// The view of an app that has this access.
    func app(_ identity: String, _ status: AuthorizationStatus) throws -> LibraryView {
        try store.setStatus(of: identity, for: .readWrite, to: status)
        return view(identity)
    }

    /// Runs SQL behind the store's back.
    func tamper(_ sql: String) throws {
        let connection = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 1_024)
        // A block that failed is answered before the transaction of its batch has ended.
        try connection.execute("PRAGMA busy_timeout = 10000")
        try connection.executeScript(sql)
    }

    func number(_ sql: String) throws -> Int64 {
        let connection = try Connection(path: directory.path("library.sqlite"), role: .reader, cacheKibibytes: 1_024)
        let statement = try connection.statement(assembled: sql)
        return try statement.step() ? statement.integer(0) : -1
    }
}

extension TestLibrary {
    /// The first column of every row.
    func texts(_ sql: String) throws -> [String] {
        let connection = try Connection(path: directory.path("library.sqlite"), role: .reader, cacheKibibytes: 1_024)
        let statement = try connection.statement(assembled: sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0)) }
        return texts
    }

    func text(_ sql: String) throws -> String { try texts(sql).first ?? "no row" }

    /// Tables in any column of which a text is found.
    func tablesNaming(_ text: String) throws -> [String] {
        try texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").filter { table in
            let columns = try texts("SELECT name FROM pragma_table_info('\(table)')")
            let isNamed = columns.map { "instr(CAST(\"\($0)\" AS TEXT), '\(text)') > 0" }.joined(separator: " OR ")
            return try number("SELECT count(*) FROM \"\(table)\" WHERE \(isNamed)") > 0
        }
    }
}

extension TestLibrary {
    /// Columns of all tables, with the table's name before a point, in any row of which there is this number.
    func columns(holding number: Int64) throws -> Set<String> {
        var holding: Set<String> = []
        for table in try texts("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            for column in try texts("SELECT name FROM pragma_table_info('\(table)')")
            where try self.number("SELECT count(*) FROM \"\(table)\" WHERE \"\(column)\" = \(number)") > 0 {
                holding.insert("\(table).\(column)")
            }
        }
        return holding
    }
}

/// Not a good keyed hash, but one that depends on every byte.
@Sendable func testTag(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    let hash = (key + message).reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
}

/// Time as the test says. It moves by one microsecond at each look, so that no two moments are the same.
final class TestClock: Sendable {
    private let time = Mutex<Int64>(1_700_000_000_000_000)

    var now: Int64 {
        time.withLock {
            $0 += 1
            return $0
        }
    }

    func advance(days: Int64) { advance(microseconds: days * 86_400 * 1_000_000) }

    func advance(microseconds: Int64) { time.withLock { $0 += microseconds } }
}

/// Values in the order in which they came.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    func append(_ value: Value) { recorded.withLock { $0.append(value) } }

    var values: [Value] { recorded.withLock { $0 } }
}

final class ScratchDirectory: Sendable {
    private let root: String

    init() {
        root = FileManager.default.temporaryDirectory.path + "/store-" + UUID().uuidString
        do {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        } catch {
            fatalError("no scratch directory: \(error)")
        }
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: root) } catch { print("left behind: \(root)") }
    }

    func path(_ name: String) -> String { root + "/" + name }
}

// MARK: What tests do with a view

struct NewAsset {
    var kind: MediaKind = .image
    var filename = "IMG_0001.JPG"
    var captured: Int64? = 1_600_000_000_000_000
    var size = (width: UInt32(4_000), height: UInt32(3_000))
    var location: Coordinate?
    var digest = ObjectID.random()
    var properties = AssetUpdate()
    var subtypes: MediaSubtypes = []
    /// Nil: what is usual for the kind.
    var contentType: String?
    var cameraMake: String?
    var cameraModel: String?
    var settings = CaptureSettings()
    var annotations = Annotations()
    var isDamaged = false
    var burst: Burst?
    var contentIdentifier: String?
    var stillTime: Double?

    var staged: StagedFile {
        var metadata = MediaMetadata(
            kind: kind,
            contentType: contentType ?? (kind == .image ? "image/jpeg" : "video/mp4"),
            pixelWidth: size.width,
            pixelHeight: size.height
        )
        metadata.captureDate = captured.map { CaptureDate(instant: $0, utcOffset: 3_600, source: .exifOriginal) }
        metadata.location = location
        metadata.subtypes = subtypes
        metadata.cameraMake = cameraMake
        metadata.cameraModel = cameraModel
        metadata.settings = settings
        metadata.annotations = annotations
        metadata.isDamaged = isDamaged
        metadata.burst = burst
        metadata.contentIdentifier = contentIdentifier
        metadata.stillTime = stillTime
        metadata.duration = kind == .video ? 12.5 : 0
        let sha = digest.bytes + digest.bytes
        return StagedFile(
            metadata: metadata,
            filename: filename,
            relativePath: "originals/\(digest.high)-\(digest.low)",
            size: 1_000,
            sha256: sha
        )
    }

    var resourceKind: ResourceKind { kind == .video ? .video : .photo }
}

extension LibraryView {
    @discardableResult
    func change(_ operations: ChangeOperation...) throws -> ChangeToken {
        try perform(ChangeBlock(operations: operations))
    }

    @discardableResult
    func add(_ assets: [NewAsset]) throws -> [ObjectID] {
        let ids = try mintIdentifiers(assets.count)
        var files: [ObjectID: StagedFile] = [:]
        var operations: [ChangeOperation] = []
        for (id, asset) in zip(ids, assets) {
            let staged = ObjectID.random()
            files[staged] = asset.staged
            operations.append(
                .createAsset(
                    AssetCreation(
                        id: id,
                        resources: [StagedResourceUse(staged: staged, kind: asset.resourceKind)],
                        properties: asset.properties
                    )
                )
            )
        }
        _ = try perform(ChangeBlock(operations: operations), files: files)
        return ids
    }

    @discardableResult
    func add(count: Int) throws -> [ObjectID] { try add((0..<count).map { _ in NewAsset() }) }

    @discardableResult
    func addOne(_ asset: NewAsset = NewAsset()) throws -> ObjectID { try add([asset])[0] }

    func makeAlbum(_ title: String = "Album", in parent: ObjectID? = nil) throws -> ObjectID {
        let id = try mintIdentifiers(1)[0]
        try change(.createCollection(.assetCollection, id, title: title, parent: parent))
        return id
    }

    func makeFolder(_ title: String = "Folder", in parent: ObjectID? = nil) throws -> ObjectID {
        let id = try mintIdentifiers(1)[0]
        try change(.createCollection(.collectionList, id, title: title, parent: parent))
        return id
    }

    func insert(_ assets: [ObjectID], into album: ObjectID, at index: Int? = nil) throws {
        try change(.insertMembers(.album(album), assets.map { LocalIdentifier(.asset, $0) }, at: index))
    }

    func ids(_ scope: FetchScope, _ configure: (inout FetchRequest) -> Void = { _ in }) throws -> [ObjectID] {
        var request = FetchRequest(scope)
        configure(&request)
        let rows = try fetch(request)
        let count = try count(request)
        precondition(rows.count == count, "fetch and count disagree: \(rows.count) and \(count)")
        return rows.ids
    }

    func set(_ id: ObjectID, _ configure: (inout AssetUpdate) -> Void) throws {
        var update = AssetUpdate()
        configure(&update)
        try change(.updateAsset(id, update))
    }

    /// What happened since a token, page by page, a line a change.
    func log(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter(),
        maximumChanges: Int = 2
    ) throws -> [LoggedChange] {
        var token = token
        var changes: [LoggedChange] = []
        while true {
            let page = try history(since: token, matching: filter, maximumChanges: maximumChanges)
            var next = 0
            precondition(page.authors.count == page.sequences.count, "a transaction without an author")
            for (position, count) in page.changeCounts.enumerated() {
                guard let author = ChangeAuthor(rawValue: page.authors[position]) else {
                    preconditionFailure("an author of no kind")
                }
                for _ in 0..<count {
                    guard let change = ChangeKind(rawValue: page.changeKinds[next]),
                        let kind = ObjectKind(rawValue: page.objectKinds[next])
                    else { preconditionFailure("a change of no kind") }
                    changes.append(
                        LoggedChange(
                            sequence: page.sequences[position],
                            kind: kind,
                            change: change,
                            object: page.objects[next],
                            fields: ChangedFields(rawValue: page.fields[next]),
                            author: author,
                            app: page.app(of: position)
                        )
                    )
                    next += 1
                }
            }
            precondition(next == page.objects.count, "the counts of the page do not add up")
            guard page.hasMore else { return changes }
            precondition(page.upTo > token.sequence, "history does not go on")
            token = page.next
        }
    }
}

struct LoggedChange: Hashable, CustomStringConvertible {
    var sequence: UInt64
    var kind: ObjectKind
    var change: ChangeKind
    var object: ObjectID
    var fields: ChangedFields
    var author: ChangeAuthor
    /// The identity of the app, where it is told.
    var app: String?

    /// Without the sequence, for comparing.
    var what: What { What(change: change, object: object, fields: fields) }

    struct What: Hashable {
        var change: ChangeKind
        var object: ObjectID
        var fields: ChangedFields
    }

    var description: String { "\(sequence) \(kind) \(change) \(object.high) \(fields.rawValue)" }
}

extension [LoggedChange] {
    var what: [LoggedChange.What] { map(\.what) }
}

func inserted(_ id: ObjectID) -> LoggedChange.What { .init(change: .inserted, object: id, fields: []) }

func updated(_ id: ObjectID, _ fields: ChangedFields) -> LoggedChange.What {
    .init(change: .updated, object: id, fields: fields)
}

func deleted(_ id: ObjectID) -> LoggedChange.What { .init(change: .deleted, object: id, fields: []) }

/// Runs `body` on `count` threads at once and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        let thread = DispatchQueue(label: "test-\(index)")
        thread.async(group: group) { body(index) }
    }
    group.wait()
}
