import CloudSync
import LibraryModel
import Testing

/// A library as the person sees it: values, a history, and batches that are applied once.
struct SimulatedLibrary {
    struct Object: Equatable {
        var kind: RecordKind
        var fields: [FieldNumber: [UInt8]] = [:]
        var sets: [SetNumber: [[UInt8]]] = [:]
    }

    enum Touched: Hashable {
        case field(FieldNumber)
        case set(SetNumber)
        case purge
    }

    private(set) var objects: [ObjectID: Object] = [:]
    private(set) var files: Set<ContentDigest> = []
    /// Files that are in the bucket alone.
    private(set) var evicted: Set<ContentDigest> = []
    /// What is gone for good; nothing of it may come back.
    private(set) var purged: Set<ObjectID> = []
    private(set) var position: UInt64 = 0
    private var history: [(position: UInt64, id: ObjectID, kind: RecordKind, touched: Touched, time: UInt64)] = []
    private var lastBatch: (key: ObjectID, reply: ReplicaReply)?

    // MARK: The person

    mutating func create(_ id: ObjectID, _ kind: RecordKind, time: UInt64) {
        objects[id] = Object(kind: kind)
        touch(id, kind, .set(.keywords), time)
    }

    mutating func set(_ field: FieldNumber, of id: ObjectID, to value: [UInt8]?, time: UInt64) {
        guard let kind = objects[id]?.kind else { return }
        objects[id]?.fields[field] = value
        for content in value.map({ contents(of: field, $0) }) ?? [] where !evicted.contains(content) {
            files.insert(content)
        }
        touch(id, kind, .field(field), time)
    }

    /// The person hands over a file.
    mutating func stage(_ content: ContentDigest) {
        files.insert(content)
        evicted.remove(content)
    }

    /// Adds a file to those of an asset.
    mutating func addOriginal(_ entry: ResourceList.Entry, to id: ObjectID, movingPhoto: Bool = false, time: UInt64) {
        guard let list = objects[id]?.fields[.originals] else { return }
        stage(entry.content)
        objects[id]?.sets[.files]?.removeAll { originals(in: $0).contains { $0.content == entry.content } }
        if objects[id]?.sets[.files]?.isEmpty == true { objects[id]?.sets[.files] = nil }
        var entries = originals(in: list)
        for index in entries.indices where movingPhoto && entries[index].isOf(.photo) {
            entries[index] = ResourceList.Entry(entries[index].content, .alternatePhoto)
        }
        entries.append(entry)
        set(.originals, of: id, to: ResourceList(entries.sorted { $0.kind < $1.kind }).bytes, time: time)
    }

    mutating func evict(_ content: ContentDigest) {
        if files.remove(content) != nil { evicted.insert(content) }
    }

    mutating func set(_ set: SetNumber, of id: ObjectID, to elements: [[UInt8]], time: UInt64) {
        guard let kind = objects[id]?.kind else { return }
        objects[id]?.sets[set] = elements.isEmpty ? nil : elements
        touch(id, kind, .set(set), time)
    }

    mutating func purge(_ id: ObjectID, time: UInt64) {
        guard let kind = objects.removeValue(forKey: id)?.kind else { return }
        purged.insert(id)
        touch(id, kind, .purge, time)
    }

    private mutating func touch(_ id: ObjectID, _ kind: RecordKind, _ touched: Touched, _ time: UInt64) {
        position += 1
        history.append((position, id, kind, touched, time))
    }

    // MARK: The engine

    func history(after start: UInt64, limit: Int) -> LocalChangePage {
        let first = history.partitioningIndex { $0.position > start }
        let rows = history[first...].prefix(limit)
        var order: [ObjectID] = []
        var touched: [ObjectID: Set<Touched>] = [:]
        var times: [ObjectID: (RecordKind, UInt64)] = [:]
        for row in rows {
            if touched[row.id] == nil { order.append(row.id) }
            touched[row.id, default: []].insert(row.touched)
            times[row.id] = (row.kind, row.time)
        }
        let hasMore = first + rows.count < history.count
        let changes = order.compactMap { id -> LocalChange? in
            guard let (kind, time) = times[id] else { return nil }
            guard let object = objects[id] else {
                return LocalChange(record: id, kind: kind, time: time, edits: [.purge])
            }
            let edits = (touched[id] ?? []).compactMap { touched -> LocalChange.Edit? in
                switch touched {
                case .purge: return nil
                case .field(let field):
                    let value = object.fields[field]
                    return .set(field, value, contents: value.map { contents(of: field, $0) } ?? [])
                case .set(.members):
                    return .members((object.sets[.members] ?? []).compactMap { ObjectID(bytes: $0) })
                case .set(let set): return .elements(set, object.sets[set] ?? [])
                }
            }
            return LocalChange(record: id, kind: kind, time: time, edits: edits)
        }
        let end = hasMore ? rows.last?.position ?? position : position
        return LocalChangePage(changes: changes, position: end, hasMore: hasMore)
    }

    mutating func apply(_ batch: LibraryBatch) -> ReplicaReply {
        if let lastBatch, lastBatch.key == batch.key { return lastBatch.reply }
        guard batch.position == position else { return .moved }
        #expect(!batch.changes.isEmpty)
        var missing: Set<BlobID> = []
        for change in batch.changes {
            #expect(!purged.contains(change.record), "what is gone for good comes back")
            if change.isPurged {
                #expect(objects.removeValue(forKey: change.record) != nil, "noise")
                purged.insert(change.record)
                continue
            }
            var object = objects[change.record] ?? Object(kind: change.kind)
            for (field, value) in change.fields {
                #expect(object.fields[field] != value || objects[change.record] == nil, "noise")
                object.fields[field] = value
            }
            for (set, elements) in change.sets {
                #expect(object.sets[set] ?? [] != elements || objects[change.record] == nil, "noise")
                object.sets[set] = elements.isEmpty ? nil : elements
            }
            #expect(objects[change.record] != object, "noise")
            objects[change.record] = object
            missing.formUnion(change.blobs.filter { !files.contains($0.content) })
        }
        position += 1
        let reply = ReplicaReply.applied(position: position, missing: missing.sorted())
        lastBatch = (batch.key, reply)
        return reply
    }

    mutating func took(_ blob: BlobID) { stage(blob.content) }

    /// The files that objects need.
    var needed: Set<ContentDigest> {
        Set(objects.values.flatMap { $0.fields.flatMap { contents(of: $0.key, $0.value) } })
    }
}

/// The contents that a value names: in the simulation, an edit is one.
func contents(of field: FieldNumber, _ value: [UInt8]) -> [ContentDigest] {
    switch field {
    case .originals: originals(in: value).map(\.content)
    case .edit: ContentDigest(bytes: value).map { [$0] } ?? []
    default: []
    }
}

/// The files of an asset, of which the value says this.
func originals(in value: [UInt8]) -> [ResourceList.Entry] {
    do { return try ResourceList(bytes: value).entries } catch {
        Issue.record("a list of files cannot be read: \(error)")
        return []
    }
}

extension ResourceList.Entry {
    init(_ content: ContentDigest, _ kind: ResourceKind = .photo) {
        self.init(kind: UInt16(kind.rawValue), filename: "", contentType: "", size: 1, content: content)
    }

    func isOf(_ kind: ResourceKind) -> Bool { self.kind == UInt16(kind.rawValue) }
}

extension ContentDigest {
    /// The value of an asset with this photo alone.
    var asPhoto: [UInt8] { ResourceList([ResourceList.Entry(self)]).bytes }
}

extension Array {
    /// The first index from which a condition holds that holds to the end.
    func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
