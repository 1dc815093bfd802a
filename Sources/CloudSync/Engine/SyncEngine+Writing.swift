internal import LibraryModel

/// Writes this device's log: first files, then the segment that names them.
extension SyncEngine {
    mutating func writeStep() -> Step? {
        republish()
        let chosen = sendable()
        if chosen.isEmpty { return nil }
        if !isIncarnationPublished { return putHead() }
        for id in chosen { renameCondemned(in: id) }
        let blobs = Set(chosen.flatMap { state.records.unsent($0)?.blobs ?? [] })
        let missing = blobs.filter { state.records.contains($0, in: .toUpload) }.sorted()
        if !missing.isEmpty { return .bucket(missing.prefix(policy.transfersPerStep).map { .upload($0) }) }

        var fragment = Fragment()
        for id in chosen {
            fragment.records[id] = state.records.unsent(id)
            state.records.replaceUnsent(id, with: nil)
        }
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

    /// The first records of the outbox, as many as go into a segment, that need no file which the library lacks.
    private func sendable() -> [ObjectID] {
        let lacking = cycle?.lacking ?? []
        var chosen: [ObjectID] = []
        var last: ObjectID?
        while chosen.count < policy.recordsPerSegment {
            let page = state.records.unsentPage(after: last, limit: policy.recordsPerSegment)
            guard let end = page.last else { break }
            last = end.id
            for (id, part) in page where part.blobs.isDisjoint(with: lacking) { chosen.append(id) }
        }
        return Array(chosen.prefix(policy.recordsPerSegment))
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
            state.records.remove(blob, from: .toUpload)
            return
        }
        cycle?.issues.insert(.missingFile(blob))
        cycle?.lacking.insert(blob)
    }

    /// A file whose name was condemned before a segment named it gets its next name.
    private mutating func renameCondemned(in id: ObjectID) {
        let registry = state.registry
        guard var unsent = state.records.unsent(id), unsent.blobs.contains(where: registry.condemns) else { return }
        let record = state.records.record(id)
        var part = Record(unsent.kind)
        // A value that lost to another one needs no file.
        for (number, register) in unsent.fields where register.blobs.contains(where: registry.condemns) {
            unsent.fields[number] = nil
            if record?.fields[number] == register { part.fields[number] = renamed(register) }
        }
        for (set, elements) in unsent.sets {
            for (value, element) in elements {
                guard let detail = element.detail, detail.blobs.contains(where: registry.condemns) else { continue }
                unsent.sets[set]?[value]?.detail = nil
                guard record?.sets[set]?[value]?.detail == detail else { continue }
                var element = element
                element.detail = renamed(detail)
                part.sets[set, default: [:]][value] = element
            }
        }
        state.records.replaceUnsent(id, with: unsent)
        write(part, to: id)
    }

    /// The value is as old as before. Of registers with equal stamps the one with the later generation wins.
    private mutating func renamed(_ register: Register) -> Register {
        let registry = state.registry
        let blobs = register.blobs.map { registry.condemns($0) ? registry.usableName(of: $0.content) : $0 }
        for blob in blobs where state.records.references(to: blob) == 0 { state.records.insert(blob, in: .toUpload) }
        return Register(register.value, blobs: blobs, stamp: register.stamp)
    }

    /// Fills the outbox with the records that a new identity writes again.
    private mutating func republish() {
        guard let republishing = state.republishing, state.records.outboxCount == 0 else { return }
        isDirty = true
        let page = state.records.page(after: republishing.after, limit: policy.recordsPerSegment)
        for (id, record) in page { state.records.mergeUnsent(id, record) }
        state.republishing = page.last.map { .init(after: $0.id) }
    }
}
