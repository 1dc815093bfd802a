internal import LibraryModel

/// Reads what others wrote, and has the library apply it.
extension SyncEngine {
    /// How far each log goes, as far as known.
    var targets: VersionVector {
        var targets = VersionVector()
        for (device, head) in state.heads {
            targets.merge(VersionVector([device: head.logEnd]))
            targets.merge(head.seen)
        }
        targets.numbers[state.device] = nil
        for (device, end) in state.registry.forgottenDevices.numbers where targets[device] > end {
            targets[device] = end
        }
        return targets
    }

    mutating func readStep() -> Step? {
        takeFetched()
        if let reading = cycle?.snapshotReading {
            if cycle?.inbox.isEmpty == false, let step = applyInbox() { return step }
            return .bucket([
                .getSnapshotPart(reading.device, number: reading.description.number, part: reading.part)
            ])
        }
        if (cycle?.inboxSegments ?? 0) < policy.segmentsPerBatch {
            if let reading = snapshotWorthReading() {
                cycle?.snapshotReading = reading
                return readStep()
            }
            let requests = nextSegments()
            if !requests.isEmpty { return .bucket(requests) }
        }
        if cycle?.inboxRead != state.read || cycle?.inbox.isEmpty == false {
            if let step = applyInbox() { return step }
            return readStep()
        }
        return nil
    }

    private func nextSegments() -> [BucketRequest] {
        guard let cycle else { return [] }
        var requests: [BucketRequest] = []
        for (device, end) in targets.numbers.sorted(by: { $0.key < $1.key }) where !cycle.stuck.contains(device) {
            var number = cycle.inboxRead[device] + 1
            while number <= end, requests.count < policy.transfersAtOnce {
                requests.append(.getSegment(device, number))
                number += 1
            }
        }
        return requests
    }

    mutating func takeSegment(_ bytes: [UInt8]?, of device: DeviceID, _ number: UInt64) {
        guard let bytes else {
            // It was deleted: a snapshot has it. The first missing one decides.
            if cycle?.snapshotReading == nil, let reading = snapshot(with: device, number) {
                cycle?.snapshotReading = reading
            } else if cycle?.snapshotReading == nil {
                cycle?.stuck.insert(device)
                cycle?.issues.insert(.gap(device))
            }
            return
        }
        do throws(SyncFailure) {
            let segment = try Segment(bytes: bytes)
            guard segment.device == device, segment.number == number else { throw SyncFailure.damaged }
            cycle?.fetched[device, default: [:]][number] = segment.fragment
        } catch {
            cycle?.stuck.insert(device)
            cycle?.issues.insert(.unreadable(.segment(device, number), error))
        }
    }

    /// Merges what arrived, without gaps, into the inbox.
    private mutating func takeFetched() {
        guard var cycle else { return }
        for device in cycle.fetched.keys {
            while let fragment = cycle.fetched[device]?.removeValue(forKey: cycle.inboxRead[device] + 1) {
                cycle.inbox.merge(fragment)
                cycle.inboxRead[device] += 1
                cycle.inboxSegments += 1
            }
        }
        cycle.fetched = [:]
        self.cycle = cycle
    }

    // MARK: Applying

    private mutating func applyInbox() -> Step? {
        guard var cycle else { return nil }
        let fragment = cycle.inbox.removeFirst(changes: policy.changesPerBatch, bytes: policy.bytesPerBatch)
        var applying = SyncState<Records>.Applying(key: drawIdentifier(), fragment: fragment, read: cycle.inboxRead)
        if cycle.inbox.isEmpty {
            cycle.inboxSegments = 0
        } else {
            // The rest follows. Until then these logs are not read, though some of them is merged.
            applying.read = state.read
            var covers = cycle.inboxRead
            covers.numbers[state.device] = nil
            state.partlyRead.merge(covers)
        }
        self.cycle = cycle
        state.applying = applying
        isDirty = true
        return apply(applying)
    }

    /// Nil when the library has nothing to apply.
    mutating func apply(_ applying: SyncState<Records>.Applying) -> Step? {
        let changes = applying.fragment.records.sorted { $0.key < $1.key }.compactMap { id, part in
            LibraryChange(of: id, from: state.records.record(id), merging: part)
        }
        if changes.isEmpty {
            applied(position: state.position, missing: [])
            return nil
        }
        return .library(.apply(LibraryBatch(key: applying.key, position: state.position, changes: changes)))
    }

    mutating func applied(position: UInt64, missing: [BlobID]) {
        guard let applying = state.applying else { return }
        isDirty = true
        let registryBefore = state.registry
        // In the order in which a database has them.
        for (id, part) in applying.fragment.records.sorted(by: { $0.key < $1.key }) {
            guard var record = state.records.record(id) else {
                state.records.replace(id, with: part)
                continue
            }
            let former = record.blobs
            record.merge(part)
            followNames(from: former, to: record.blobs)
            state.replace(id, with: record)
        }
        state.clock.observe(applying.fragment.latestTicks)
        state.read.merge(applying.read)
        state.position = position
        for blob in missing { state.records.insert(blob, in: .wanted) }
        state.applying = nil
        cycle?.inboxRead.merge(state.read)
        // Devices that condemned blobs, or forgot a device, wait until this device confirms that it knows.
        if state.registry != registryBefore { state.headIsDue = true }
    }

    /// A file with a new name in the bucket is downloaded by that; for the library nothing has changed.
    private mutating func followNames(from former: Set<BlobID>, to names: Set<BlobID>) {
        for old in former where !names.contains(old) && state.records.contains(old, in: .wanted) {
            for new in names where new.content == old.content { state.records.insert(new, in: .wanted) }
        }
    }

    /// The library changed first: the engine takes that change in, and makes the batch again.
    mutating func moved() {
        guard let applying = state.applying else { return }
        isDirty = true
        state.applying = nil
        cycle?.inbox.merge(applying.fragment)
        cycle?.inboxRead.merge(applying.read)
        cycle?.isDrained = false
    }

    // MARK: Downloads

    mutating func downloadStep() -> Step? {
        let blobs = state.records.blobs(in: .wanted, after: cycle?.lastDownload, limit: policy.transfersPerStep)
        guard let last = blobs.last else { return nil }
        cycle?.lastDownload = last
        return .bucket(blobs.map { .download($0) })
    }

    mutating func downloaded(_ blob: BlobID, _ isThere: Bool) {
        if isThere || state.records.references(to: blob) == 0 {
            isDirty = true
            state.records.remove(blob, from: .wanted)
        } else {
            cycle?.issues.insert(.missingBlob(blob))
        }
    }
}
