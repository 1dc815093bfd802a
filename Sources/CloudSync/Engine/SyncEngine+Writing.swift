internal import LibraryModel

/// Writes this device's log: first files, then the segment that names them.
extension SyncEngine {
    mutating func writeStep() throws(SyncFailure) -> Step? {
        republish()
        guard let cycle else { return nil }
        let chosen = state.outbox.records.keys.filter { !cycle.held.contains($0) }.sorted()
            .prefix(policy.recordsPerSegment)
        if chosen.isEmpty { return nil }
        if !isIncarnationPublished { return putHead() }
        for id in chosen { try renameCondemned(in: id) }
        let blobs = Set(chosen.flatMap { state.outbox.records[$0]?.blobs ?? [] })
        let missing = blobs.intersection(state.toUpload).sorted()
        if !missing.isEmpty { return .bucket(missing.prefix(policy.transfersAtOnce).map { .upload($0) }) }

        var fragment = Fragment()
        for id in chosen { fragment.records[id] = state.outbox.records.removeValue(forKey: id) }
        let pending = Segment(device: state.device, number: state.logEnd + 1, fragment: fragment)
        if fragment.records[BucketRegistry.id] != nil {
            for (blob, condemnation) in state.condemned where condemnation.segment == nil {
                state.condemned[blob]?.segment = pending.number
            }
        }
        state.pending = pending
        isDirty = true
        return .bucket([.put(.segment(state.device, pending.number), pending.bytes)])
    }

    mutating func storedSegment() {
        guard let pending = state.pending else { return }
        isDirty = true
        state.logEnd = pending.number
        state.pending = nil
        state.headIsDue = true
    }

    mutating func uploaded(_ blob: BlobID, _ isThere: Bool) {
        isDirty = true
        if isThere {
            state.toUpload.remove(blob)
            return
        }
        cycle?.issues.insert(.missingFile(blob))
        for (id, record) in state.outbox.records where record.blobs.contains(blob) { cycle?.held.insert(id) }
    }

    /// A file whose name was condemned before a segment named it gets its next name.
    private mutating func renameCondemned(in id: ObjectID) throws(SyncFailure) {
        let registry = state.registry
        for (number, register) in state.outbox.records[id]?.fields ?? [:]
        where register.blobs.contains(where: registry.condemns) {
            // A value that lost to another one needs no file.
            guard state.records.record(id)?.fields[number] == register, let record = state.outbox.records[id] else {
                state.outbox.records[id]?.fields[number] = nil
                continue
            }
            let blobs = register.blobs.map { registry.condemns($0) ? registry.usableName(of: $0.content) : $0 }
            for blob in blobs where state.records.references(to: blob) == 0 { state.toUpload.insert(blob) }
            let stamp = Stamp(ticks: try state.clock.tick(at: plausible(cycle?.now ?? 0)), device: state.device)
            var part = Record(record.kind)
            part.fields[number] = Register(register.value, blobs: blobs, stamp: stamp)
            write(part, to: id)
        }
    }

    /// Fills the outbox with the records that a new identity writes again.
    private mutating func republish() {
        guard let republishing = state.republishing, state.outbox.isEmpty else { return }
        isDirty = true
        let page = state.records.page(after: republishing.after, limit: policy.recordsPerSegment)
        for (id, record) in page { state.outbox.merge(id, record) }
        state.republishing = page.last.map { .init(after: $0.id) }
    }
}
