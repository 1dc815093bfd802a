internal import LibraryModel

/// Reads the heads of others, and writes this device's.
extension SyncEngine {
    func putHead() -> Step { .bucket([.put(.head(state.device), state.head.bytes)]) }

    /// If this device is restored from a backup, this head shows it what it wrote from now on.
    var isIncarnationPublished: Bool { state.published?.incarnation == state.incarnation }

    var isHeadDue: Bool {
        if state.headIsDue { return true }
        if state.published?.seen == state.read { return false }
        // The first head is written before the bucket's clock is known, which may be behind the machine's.
        let now = sharedTime
        return max(now, state.publishedTime) - min(now, state.publishedTime) >= policy.headInterval
    }

    mutating func take(_ heads: [ListedHead], time: UInt64?) {
        cycle?.isListed = true
        cycle?.bucketTime = time
        noteCondemnationsPublished()
        for head in heads where state.tags[head.name] != head.tag {
            if head.tag == state.ownTag {
                state.tags[head.name] = head.tag
            } else {
                cycle?.unread[head.name] = head.tag
            }
        }
    }

    mutating func takeHead(_ bytes: [UInt8]?, name: String) throws(SyncFailure) {
        guard let tag = cycle?.unread.removeValue(forKey: name), let bytes else { return }
        let head: Head
        do { head = try Head(bytes: bytes) } catch {
            cycle?.issues.insert(.unreadable(.head(name: name), error))
            return
        }
        isDirty = true
        state.tags[name] = tag
        if head.device != state.device { state.heard[head.device] = sharedTime }
        if head.device == state.device {
            try takeOwn(head, tag: tag)
        } else if state.heads[head.device] == nil {
            state.heads[head.device] = head
        } else {
            state.heads[head.device]?.merge(head)
        }
    }

    /// The first thing that each program reads. A device that was restored from a backup takes a new identity here,
    /// before it writes a segment, a snapshot or the head a second time.
    mutating func takeOwnHead(_ bytes: [UInt8]?) throws(SyncFailure) {
        hasReadOwnHead = true
        guard let bytes else { return }
        let head: Head
        do { head = try Head(bytes: bytes) } catch {
            cycle?.issues.insert(.unreadable(.ownHead, error))
            return
        }
        if isFromCopy(head) { try takeNewIdentity(after: head) }
    }

    /// Whether this state cannot have written a head of this device.
    private func isFromCopy(_ head: Head) -> Bool {
        head.logEnd > state.logEnd
            || head.incarnation != state.incarnation && !state.formerIncarnations.contains(head.incarnation)
    }

    private mutating func takeNewIdentity(after head: Head) throws(SyncFailure) {
        try takeNewIdentity(formerLogEnd: head.logEnd)
        state.heads[head.device] = head
    }

    /// An older head of this device may have been written late; one that it cannot have written is a copy's.
    private mutating func takeOwn(_ head: Head, tag: String) throws(SyncFailure) {
        if isFromCopy(head) { return try takeNewIdentity(after: head) }
        state.ownTag = tag
        if head != state.published {
            state.headIsDue = true
            restartGraceTime()
        }
    }

    mutating func storedHead(_ bytes: [UInt8], tag: String?) {
        isDirty = true
        state.isRegistered = true
        state.ownTag = tag
        // Written by this engine, which changes nothing while a request of this kind is pending.
        state.published = state.head
        state.publishedTime = sharedTime
        state.headIsDue = false
    }

    /// How far others have read this device's log. If that is further than it has written, it was restored from a
    /// backup.
    var readByOthers: UInt64 { state.heads.values.lazy.map { $0.seen[state.device] }.max() ?? 0 }

    /// Starts a new log. All records are written to it, because the fate of the old log is unknown: after merging the
    /// others' records that costs some segments, and brings back nothing that was deleted.
    ///
    /// Closes the old log for everybody, so that another copy that uses it starts over as well.
    mutating func takeNewIdentity(formerLogEnd: UInt64) throws(SyncFailure) {
        isDirty = true
        cycle?.issues.insert(.newIdentity)
        let former = BucketRegistry.ForgottenDevice(device: state.device, logEnd: max(formerLogEnd, state.logEnd))
        state.read[state.device] = state.logEnd
        cycle?.inboxRead[state.device] = state.logEnd
        state.device = drawIdentifier()
        state.formerIncarnations = []
        state.incarnation = drawIdentifier()
        state.logEnd = 0
        state.logStart = 1
        state.undeleted = 1
        state.pending = nil
        state.isRegistered = false
        state.hasJoined = false
        state.headIsDue = false
        state.published = nil
        state.ownTag = nil
        state.snapshot = nil
        state.formerSnapshot = nil
        state.lastSnapshotNumber = 0
        state.obsoleteSnapshots = [:]
        for blob in state.condemned.keys { state.records.insert(blob, in: .candidates) }
        state.condemned = [:]
        state.republishing = SyncState.Republishing(after: nil)
        cycle?.isListed = false
        cycle?.unread = [:]
        try addToRegistry(.forgotten, [former.bytes], time: cycle?.now ?? 0)
    }
}
