internal import LibraryModel

/// Garbage collection of blobs, in two phases.
///
/// A blob is first condemned: its name is added to the registry, in this device's log. It is deleted when
///
/// - no record needs it,
/// - the grace time has passed since this device, after the condemnation was readable for all, listed the heads; it is
///   twice as long as any listing can be stale, so every device that registered before was listed, and one that
///   registered later reads the condemnation,
/// - every device that is not forgotten says in its head that it has read the segment with the condemnation and knows
///   every forgotten device, because otherwise it could still read, and pass on, what that one wrote, and
/// - everything that those heads refer to has been read.
///
/// A device that knows of a condemnation never names the blob in a segment again; segments that named it earlier are in
/// its log before the head that said so. A stalled writer therefore only delays a deletion, until it continues or is
/// forgotten.
extension SyncEngine {
    /// The first phase.
    mutating func condemn() throws(SyncFailure) {
        cycle?.collects = false
        isDirty = true
        let registry = state.registry
        let forgotten = registry.forgottenDevices
        // Blobs that a device condemned and did not delete before it was forgotten.
        for (bytes, element) in registry.sets[.condemned] ?? [:] {
            guard let blob = BlobID(bytes: bytes), element.additions.keys.allSatisfy({ forgotten.numbers[$0] != nil })
            else { continue }
            state.records.insert(blob, in: .candidates)
        }
        var condemned: [BlobID] = []
        while true {
            let candidates = state.records.blobs(in: .candidates, after: nil, limit: policy.recordsPerSegment)
            if candidates.isEmpty { break }
            for blob in candidates {
                state.records.remove(blob, from: .candidates)
                if state.records.references(to: blob) > 0 { continue }
                state.records.remove(blob, from: .toUpload)
                let condemners = registry.sets[.condemned]?[blob.bytes]?.additions.keys.filter {
                    forgotten.numbers[$0] == nil && $0 != state.device
                }
                if condemners?.isEmpty ?? true { condemned.append(blob) }
            }
        }
        if condemned.isEmpty { return }
        try addToRegistry(.condemned, condemned.map(\.bytes), time: cycle?.now ?? 0)
        for blob in condemned { state.condemned[blob] = .init() }
    }

    mutating func addToRegistry(_ set: SetNumber, _ elements: [[UInt8]], time: UInt64) throws(SyncFailure) {
        let registry = state.registry
        let stamp = Stamp(ticks: try state.clock.tick(at: plausible(time)), device: state.device)
        var part = Record(.registry)
        for element in elements {
            var tagged = registry.sets[set]?[element] ?? Element()
            tagged.add(stamp)
            part.sets[set, default: [:]][element] = tagged
        }
        write(part, to: BucketRegistry.id)
    }

    /// The second phase: the blobs that may be deleted now.
    private var deletableBlobs: [BlobID] {
        let now = sharedTime
        return state.condemned.filter { blob, condemnation in
            guard let segment = condemnation.segment, let time = condemnation.time, now >= time else { return false }
            return now - time >= policy.graceTime && state.records.references(to: blob) == 0 && isKnownToAll(segment)
        }.map(\.key).sorted()
    }

    /// The grace time of what was published before this listing starts with it.
    mutating func noteCondemnationsPublished() {
        let now = sharedTime
        for (blob, condemnation) in state.condemned where condemnation.time == nil {
            guard let segment = condemnation.segment, segment <= state.published?.logEnd ?? 0 else { continue }
            state.condemned[blob]?.time = now
            isDirty = true
        }
    }

    /// A late write of an older head hid what this device published.
    mutating func restartGraceTime() {
        for blob in state.condemned.keys { state.condemned[blob]?.time = nil }
    }

    private func isKnownToAll(_ segment: UInt64) -> Bool {
        let forgotten = state.registry.forgottenDevices
        return state.heads.allSatisfy { device, head in
            if device == state.device || forgotten.numbers[device] != nil { return true }
            var spokenOf = head.seen
            spokenOf.numbers[state.device] = nil
            return head.seen[state.device] >= segment && head.forgotten.covers(forgotten)
                && state.read[device] >= head.logEnd && state.read.covers(spokenOf)
        }
    }

    mutating func deletionStep() -> Step? {
        var names: [ObjectName] = []
        var number = state.undeleted
        while number < state.published?.logStart ?? 1, names.count < policy.deletionsPerRequest {
            names.append(.segment(state.device, number))
            number += 1
        }
        for (number, parts) in state.obsoleteSnapshots.sorted(by: { $0.key < $1.key }) {
            for part in (0..<parts).reversed() where names.count < policy.deletionsPerRequest {
                names.append(.snapshotPart(state.device, number: number, part: part))
            }
        }
        names += deletableBlobs.prefix(policy.deletionsPerRequest - names.count).map { .blob($0) }
        return names.isEmpty ? nil : .bucket([.delete(names)])
    }

    mutating func deleted(_ names: [ObjectName]) {
        isDirty = true
        for name in names {
            switch name {
            case .segment(_, let number): state.undeleted = max(state.undeleted, number + 1)
            case .snapshotPart(_, let number, let part):
                state.obsoleteSnapshots[number] = part == 0 ? nil : part
            case .blob(let blob): state.condemned[blob] = nil
            case .head: break
            }
        }
    }

    // MARK: Forgotten devices

    /// Applies the registry's forgotten devices. Returns whether this device was one, and has started over.
    mutating func followForgettings() throws(SyncFailure) -> Bool {
        let forgotten = state.registry.forgottenDevices
        for (device, end) in forgotten.numbers where state.read[device] > end {
            // This device had read further before. What is merged stays merged, so all others read as far.
            let further = BucketRegistry.ForgottenDevice(device: device, logEnd: state.read[device])
            try addToRegistry(.forgotten, [further.bytes], time: cycle?.now ?? 0)
        }
        for (device, number) in state.partlyRead.numbers {
            let isRead = state.read[device] >= number
            if !isRead, forgotten.numbers[device] == nil { continue }
            // A snapshot part may have items beyond the end of a forgotten device's log: others learn of them from this
            // device.
            if !isRead { state.republishing = SyncState.Republishing(after: nil) }
            state.partlyRead.numbers[device] = nil
            isDirty = true
        }
        guard forgotten.numbers[state.device] != nil else { return false }
        try takeNewIdentity(formerLogEnd: state.logEnd)
        return true
    }
}
