internal import LibraryModel

/// Takes in local changes: compares them with the records, stamps them, and puts them into the outbox.
extension SyncEngine {
    mutating func take(_ page: LocalChangePage) throws(SyncFailure) {
        isDirty = true
        for change in page.changes { try take(change) }
        state.position = page.position
        cycle?.isDrained = !page.hasMore
    }

    private mutating func take(_ change: LocalChange) throws(SyncFailure) {
        let record = state.records.record(change.record) ?? Record(change.kind)
        // Purged objects stay purged; the library uses new records for new objects.
        if record.purged != nil { return }
        let stamp = Stamp(ticks: try state.clock.tick(at: plausible(change.time)), device: state.device)
        var part = Record(change.kind)
        for edit in change.edits {
            switch edit {
            case .set(.originals, let value, _):
                guard let value else { continue }
                setFiles(try ResourceList(bytes: value), of: record, stamp, in: &part)
            case .set(let field, let value, let contents):
                set(field, value, contents, of: record, stamp, in: &part)
            case .elements(let set, let values): try setElements(set, values, of: record, stamp, in: &part)
            case .members(let members): try setMembers(members, of: record, stamp, in: &part)
            case .place(let previous, let next): setPlace(after: previous, before: next, stamp, in: &part)
            case .purge: part.purge(stamp)
            }
        }
        write(part, to: change.record)
    }

    /// The time of a change; the bucket's, if the machine's clock is far ahead of it, because otherwise the values of a
    /// wrong clock would win over others until then.
    func plausible(_ time: UInt64) -> UInt64 {
        guard let bucketTime = cycle?.bucketTime else { return time }
        let (latest, overflows) = bucketTime.addingReportingOverflow(policy.clockTolerance)
        return overflows ? time : min(time, latest)
    }

    /// The clock for grace times: the bucket's, which does not depend on the machine's clock.
    var sharedTime: UInt64 { cycle?.bucketTime ?? cycle?.now ?? 0 }

    /// Merges a local write into the record and the outbox.
    mutating func write(_ part: Record, to id: ObjectID) {
        let isNew = state.records.record(id) == nil
        if part.fields.isEmpty, part.sets.isEmpty, part.purged == nil, !isNew { return }
        isDirty = true
        var record = state.records.record(id) ?? Record(part.kind)
        record.merge(part)
        state.replace(id, with: record)
        state.records.mergeUnsent(id, part)
    }

    private mutating func set(
        _ field: FieldNumber,
        _ value: [UInt8]?,
        _ contents: [ContentDigest],
        of record: Record,
        _ stamp: Stamp,
        in part: inout Record
    ) {
        let current = record.fields[field]
        if current?.value == value, (current?.blobs ?? []).map(\.content) == contents, current != nil || value == nil {
            return
        }
        part.fields[field] = Register(value, blobs: names(of: contents, in: current), stamp: stamp)
    }

    /// Adds the files that the record does not have yet. Files never leave an asset: one that is not in the list is
    /// still to come, or another one of its kind is shown.
    private mutating func setFiles(
        _ list: ResourceList,
        of record: Record,
        _ stamp: Stamp,
        in part: inout Record
    ) {
        for (content, uses) in Dictionary(grouping: list.entries, by: \.content) {
            var element = record.sets[.files]?[content.bytes] ?? Element()
            let value = ResourceList(uses).bytes
            let isNew = !element.isPresent
            if !isNew, element.detail?.value == value { continue }
            if isNew { element.add(stamp) }
            let blobs = names(of: [content], in: element.detail)
            element.detail = Register(value, blobs: blobs, stamp: isNew ? .firstUse : stamp)
            part.sets[.files, default: [:]][content.bytes] = element
        }
        if record.sets[.files] != nil { show(list, of: record, stamp, in: &part) }
    }

    /// Adds once more those files of the list that another one would hide: what the person sees here is later.
    private func show(_ list: ResourceList, of record: Record, _ stamp: Stamp, in part: inout Record) {
        var merged = record
        merged.merge(part)
        let shown = Set(merged.shownOriginals?.list.entries ?? [])
        for entry in list.entries where !shown.contains(entry) {
            let key = entry.content.bytes
            guard var element = part.sets[.files]?[key] ?? record.sets[.files]?[key] else { continue }
            element.add(stamp)
            part.sets[.files, default: [:]][key] = element
        }
    }

    /// The names under which files are in the bucket, or will be uploaded.
    private mutating func names(of contents: [ContentDigest], in current: Register?) -> [BlobID] {
        let registry = state.registry
        let blobs = contents.map { content in
            let blob = current?.blobs.first { $0.content == content && !registry.condemns($0) }
            return blob ?? registry.usableName(of: content)
        }
        for blob in blobs where state.records.references(to: blob) == 0 { state.records.insert(blob, in: .toUpload) }
        return blobs
    }

    /// Each keyword that is added has a later stamp than the one before it, which is their order. Members of albums
    /// have positions.
    private mutating func setElements(
        _ set: SetNumber,
        _ values: [[UInt8]],
        of record: Record,
        _ stamp: Stamp,
        in part: inout Record
    ) throws(SyncFailure) {
        let now = record.sets[set] ?? [:]
        var stamp = stamp
        for value in values where now[value]?.isPresent != true {
            var element = now[value] ?? Element()
            element.add(stamp)
            part.sets[set, default: [:]][value] = element
            if set == .keywords { stamp.ticks = try state.clock.tick(at: 0) }
        }
        let kept = Set(values)
        for (value, element) in now where element.isPresent && !kept.contains(value) {
            var element = element
            element.remove()
            part.sets[set, default: [:]][value] = element
        }
    }

    private mutating func setMembers(
        _ members: [ObjectID],
        of record: Record,
        _ stamp: Stamp,
        in part: inout Record
    ) throws(SyncFailure) {
        try setElements(.members, members.map(\.bytes), of: record, stamp, in: &part)
        let now = record.sets[.members] ?? [:]
        var positions: [ObjectID: Position] = [:]
        for member in members where now[member.bytes]?.isPresent == true {
            positions[member] = now[member.bytes]?.position
        }
        for (member, position) in OrderChange.positions(for: members, now: positions, device: state.device) {
            var element = part.sets[.members]?[member.bytes] ?? now[member.bytes] ?? Element()
            element.detail = Register(position.digits, stamp: stamp)
            part.sets[.members, default: [:]][member.bytes] = element
        }
    }

    private func setPlace(after previous: ObjectID?, before next: ObjectID?, _ stamp: Stamp, in part: inout Record) {
        func place(_ id: ObjectID?) -> Position? {
            id.flatMap(state.records.record)?.fields[.place]?.value.map(Position.init(digits:))
        }
        // If there is no room between two positions, the later one's is used again, and identifiers decide.
        let run = Position.run(1, after: place(previous), before: place(next), device: state.device)
        let digits = run?.first?.digits ?? place(next)?.digits
        part.fields[.place] = Register(digits, stamp: stamp)
    }
}

extension Element {
    /// Of a member of an album.
    var position: Position? { detail?.value.map(Position.init(digits:)) }
}
