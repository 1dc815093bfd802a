internal import LibraryModel

/// Writes snapshots so that logs stay short, and reads them instead of logs.
extension SyncEngine {
    mutating func snapshotStep() -> Step? {
        guard let writing = cycle?.snapshotWriting ?? begunSnapshot() else { return nil }
        let page = state.records.page(after: writing.after, limit: policy.recordsPerSnapshotPart)
        if page.isEmpty {
            finish(writing)
            return nil
        }
        var fragment = Fragment()
        for (id, record) in page { fragment.records[id] = record }
        // If this is interrupted, these parts are deleted later.
        state.obsoleteSnapshots[writing.number] = writing.part + 1
        isDirty = true
        cycle?.snapshotWriting?.after = page.last?.id
        let part = SnapshotPart(device: state.device, number: writing.number, part: writing.part, fragment: fragment)
        return .bucket([.put(.snapshotPart(state.device, number: part.number, part: part.part), part.bytes)])
    }

    mutating func storedSnapshotPart() { cycle?.snapshotWriting?.part += 1 }

    /// A snapshot refers to files, so all of this device's must be in its log, and its files in the bucket.
    private mutating func begunSnapshot() -> SyncCycle.SnapshotWriting? {
        let covered = state.snapshot?.covers[state.device] ?? 0
        let isDue = state.logEnd >= covered + policy.segmentsPerSnapshot || isClosedLogUncovered
        guard isDue, state.records.outboxCount == 0, state.republishing == nil else { return nil }
        var covers = state.read
        covers[state.device] = state.logEnd
        state.lastSnapshotNumber += 1
        isDirty = true
        let writing = SyncCycle.SnapshotWriting(number: state.lastSnapshotNumber, covers: covers)
        cycle?.snapshotWriting = writing
        return writing
    }

    /// Segments of a forgotten device's log may be deleted, and its head, which names its snapshot, may be an old one
    /// that nobody corrects any more. So every device that has read such a log has it in a snapshot of its own.
    private var isClosedLogUncovered: Bool {
        state.registry.forgottenDevices.numbers.contains { device, end in
            end > 0 && state.read[device] >= end && state.snapshot?.covers[device] ?? 0 < end
        }
    }

    private mutating func finish(_ writing: SyncCycle.SnapshotWriting) {
        isDirty = true
        cycle?.snapshotWriting = nil
        state.obsoleteSnapshots[writing.number] = nil
        if let former = state.formerSnapshot { state.obsoleteSnapshots[former.number] = former.parts }
        state.formerSnapshot = state.snapshot
        state.snapshot = SnapshotDescription(number: writing.number, parts: writing.part, covers: writing.covers)
        state.logStart = state.logEnd + 1
        state.headIsDue = true
    }

    // MARK: Reading

    /// A snapshot that has a deleted segment.
    func snapshot(with device: DeviceID, _ number: UInt64) -> SyncCycle.SnapshotReading? {
        readableSnapshots.filter { $0.description.covers[device] >= number }.max { gain($0) < gain($1) }
    }

    /// A snapshot that saves more requests than it costs.
    func snapshotWorthReading() -> SyncCycle.SnapshotReading? {
        readableSnapshots.filter { gain($0) >= policy.segmentsWorthSnapshot + UInt64($0.description.parts) }
            .max { gain($0) < gain($1) }
    }

    private var readableSnapshots: [SyncCycle.SnapshotReading] {
        state.heads.sorted { $0.key < $1.key }.compactMap { device, head in
            guard device != state.device, cycle?.triedSnapshots.contains(device) == false else { return nil }
            return head.snapshot.map { SyncCycle.SnapshotReading(device: device, description: $0) }
        }
    }

    /// Segments that need not be read.
    private func gain(_ reading: SyncCycle.SnapshotReading) -> UInt64 {
        reading.description.covers.numbers.reduce(0) { sum, log in
            let read = log.key == state.device ? UInt64.max : cycle?.inboxRead[log.key] ?? 0
            return sum + (log.value > read ? log.value - read : 0)
        }
    }

    mutating func takeSnapshotPart(_ bytes: [UInt8]?, of device: DeviceID, number: UInt64, part: UInt32) {
        guard var reading = cycle?.snapshotReading else { return }
        guard let bytes else {
            // A newer one replaced it; the next listing has that.
            cycle?.triedSnapshots.insert(device)
            cycle?.snapshotReading = nil
            return
        }
        do throws(SyncFailure) {
            let snapshot = try SnapshotPart(bytes: bytes)
            guard snapshot.device == device, snapshot.number == number, snapshot.part == part else {
                throw SyncFailure.damaged
            }
            cycle?.inbox.merge(snapshot.fragment)
        } catch {
            cycle?.issues.insert(.unreadable(.snapshotPart(device, number: number, part: part), error))
            cycle?.triedSnapshots.insert(device)
            cycle?.snapshotReading = nil
            return
        }
        var covers = reading.description.covers
        covers.numbers[state.device] = nil
        state.partlyRead.merge(covers)
        isDirty = true
        reading.part += 1
        cycle?.snapshotReading = reading
        if reading.part < reading.description.parts { return }
        cycle?.inboxRead.merge(covers)
        cycle?.triedSnapshots.insert(device)
        cycle?.snapshotReading = nil
    }
}
