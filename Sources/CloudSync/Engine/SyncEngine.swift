internal import LibraryModel

/// Synchronizes a library with a bucket. It performs no I/O: it returns requests to the bucket and the library, and
/// receives their replies. Has one owner; not shared between threads.
///
/// A synchronisation has these steps, each repeated until it has nothing to do:
///
/// 1. after a start of the program: read the own head, which shows whether this state is an old one;
/// 2. register (once): write a head, so that garbage collectors count this device before it reads or writes anything;
/// 3. list the heads and read those that changed; if none did, this request is the only one;
/// 4. finish what a crash interrupted: a batch that the library may have applied, a segment that may be in the bucket;
/// 5. take in the pages of the local history, which stamps the changes;
/// 6. read what others wrote, from segments or a snapshot, and have the library apply it;
/// 7. upload files, then the segment that names them, then the head that names the segment;
/// 8. write a snapshot, delete what it replaces and condemned blobs, download missing files.
///
/// Invariants at every step, and after a crash or a failed request at any:
///
/// - a segment is in the saved state, byte for byte, from before it is written until it is known to be in the bucket;
/// - nothing is written before everything was read that existed when the device registered;
/// - a segment is written only when every file that it names is in the bucket under a name that is not condemned as far
///   as this device knows;
/// - a head says that it has read a segment only when everything that this device wrote before is in its log;
/// - the library applies a batch only at the position for which it was made, so no local change is overwritten without
///   having been merged.
package struct SyncEngine<Records: RecordStore> {
    package internal(set) var state: SyncState<Records>
    let policy: SyncPolicy
    var random: any RandomNumberGenerator & Sendable
    var cycle: SyncCycle?
    /// Whether this program has read the device's own head, and so knows that no later state of the device has written.
    var hasReadOwnHead = false
    /// Whether the state has unsaved changes.
    var isDirty = true

    /// Creates an engine with a saved state, or a new one. `name`: what the person calls this device, at most
    /// `Head.maximumNameLength` bytes.
    package init(
        state: SyncState<Records>,
        name: String = "",
        policy: SyncPolicy = SyncPolicy(),
        random: any RandomNumberGenerator & Sendable
    ) {
        self.state = state
        self.policy = policy
        self.random = random
        self.state.formerIncarnations = self.state.formerIncarnations.suffix(7) + [self.state.incarnation]
        self.state.incarnation = drawIdentifier()
        if let published = self.state.published, published.name != name { self.state.headIsDue = true }
        self.state.name = name
    }

    /// Starts a synchronisation. Abandons one that is running: replies to it are ignored.
    ///
    /// `now`: the machine's time in milliseconds since 1970. `collects`: whether to condemn unreferenced blobs.
    package mutating func begin(now: UInt64, collects: Bool = false) -> [SyncEffect] {
        cycle = SyncCycle(now: now, collects: collects, read: state.read)
        return proceed()
    }

    /// Forgets a lost device in the next synchronisation. What this device has read of it stays; what it writes later
    /// is ignored. If it comes back, it takes a new identity and writes its records again.
    package mutating func forget(_ device: DeviceID, now: UInt64) throws(SyncFailure) {
        try addToRegistry(
            .forgotten,
            [BucketRegistry.ForgottenDevice(device: device, logEnd: state.read[device]).bytes],
            time: now
        )
    }

    /// All known devices except this one.
    package var devices: [DeviceID: KnownDevice] {
        let forgotten = state.registry.forgottenDevices
        return state.heads.filter { $0.key != state.device }.reduce(into: [:]) { devices, head in
            devices[head.key] = KnownDevice(
                name: head.value.name,
                heard: state.heard[head.key] ?? 0,
                isForgotten: forgotten.numbers[head.key] != nil
            )
        }
    }

    mutating func drawIdentifier() -> ObjectID { ObjectID(high: random.next(), low: random.next()) }

    // MARK: Answers

    package mutating func received(_ reply: BucketReply, to request: BucketRequest) -> [SyncEffect] {
        guard cycle?.outstanding.remove(request) != nil else { return [] }
        if reply == .failed { return finish(isComplete: false) }
        do { try take(reply == .unreadable ? request.answerWithoutContent : reply, to: request) } catch {
            return giveUp(error)
        }
        cycle?.unsavedAnswers += 1
        guard let cycle, cycle.outstanding.isEmpty else { return saveMeanwhile() }
        return proceed()
    }

    package mutating func received(_ reply: ReplicaReply) -> [SyncEffect] {
        guard cycle?.awaitsLibrary == true else { return [] }
        cycle?.awaitsLibrary = false
        switch reply {
        case .failed: return finish(isComplete: false)
        case .history(let page):
            do { try take(page) } catch { return giveUp(error) }
        case .applied(let position, let missing): applied(position: position, missing: missing)
        case .moved: moved()
        }
        return proceed()
    }

    private mutating func take(_ reply: BucketReply, to request: BucketRequest) throws(SyncFailure) {
        switch (request, reply) {
        case (.listHeads, .heads(let heads, let time)): take(heads, time: time)
        case (.getHead(let name), .object(let bytes)): try takeHead(bytes, name: name)
        case (.getOwnHead, .object(let bytes)): try takeOwnHead(bytes)
        case (.getSegment(let device, let number), .object(let bytes)): takeSegment(bytes, of: device, number)
        case (.getSnapshotPart(let device, let number, let part), .object(let bytes)):
            takeSnapshotPart(bytes, of: device, number: number, part: part)
        case (.put(.head, let bytes), .stored(let tag)): storedHead(bytes, tag: tag)
        case (.put(.segment, _), .stored): storedSegment()
        case (.put(.snapshotPart, _), .stored): storedSnapshotPart()
        case (.upload(let blob), .transferred(let isThere)): uploaded(blob, isThere)
        case (.download(let blob), .transferred(let isThere)): downloaded(blob, isThere)
        case (.delete(let names), .deleted): deleted(names)
        default: preconditionFailure("an answer is of its request's kind")
        }
    }

    // MARK: Steps

    enum Step {
        case bucket([BucketRequest])
        case library(ReplicaRequest)
    }

    private mutating func proceed() -> [SyncEffect] {
        do {
            guard let step = try nextStep() else { return finish(isComplete: true) }
            let save = save()
            switch step {
            case .bucket(let requests):
                cycle?.outstanding = Set(requests)
                return save + requests.map { .bucket($0) }
            case .library(let request):
                cycle?.awaitsLibrary = true
                return save + [.library(request)]
            }
        } catch { return giveUp(error) }
    }

    private mutating func nextStep() throws(SyncFailure) -> Step? {
        guard let cycle else { return nil }
        if !hasReadOwnHead { return .bucket([.getOwnHead(state.device)]) }
        if !state.isRegistered { return putHead() }
        if !cycle.isListed { return .bucket([.listHeads]) }
        if !cycle.unread.isEmpty {
            return .bucket(cycle.unread.keys.sorted().prefix(policy.transfersAtOnce).map { .getHead(name: $0) })
        }
        if readByOthers > state.logEnd {
            try takeNewIdentity(formerLogEnd: readByOthers)
            return try nextStep()
        }
        if let end = state.heads.values.compactMap({ $0.forgotten.numbers[state.device] }).max() {
            try takeNewIdentity(formerLogEnd: end)
            return try nextStep()
        }
        if let applying = state.applying, let step = apply(applying) { return step }
        if state.pending != nil, !isIncarnationPublished { return putHead() }
        if let pending = state.pending { return .bucket([.put(.segment(state.device, pending.number), pending.bytes)]) }
        if state.headIsDue, state.logEnd >= (state.published?.logEnd ?? 0) + policy.segmentsPerHead { return putHead() }
        if !cycle.isDrained {
            if state.hasJoined, state.records.outboxCount >= policy.recordsPerSegment, let step = writeStep() {
                return step
            }
            return .library(.history(after: state.position))
        }
        if let step = readStep() { return step }
        if try followForgettings() { return try nextStep() }
        if !state.hasJoined {
            guard state.read.covers(targets) else { return downloadStep() }
            state.hasJoined = true
            isDirty = true
        }
        if self.cycle?.collects == true { try condemn() }
        if let step = writeStep() { return step }
        if let step = snapshotStep() { return step }
        if isHeadDue { return putHead() }
        return deletionStep() ?? downloadStep()
    }

    private mutating func giveUp(_ failure: SyncFailure) -> [SyncEffect] {
        if failure == .clockExhausted { cycle?.issues.insert(.clockExhausted) }
        return finish(isComplete: false)
    }

    private mutating func finish(isComplete: Bool) -> [SyncEffect] {
        let issues = cycle?.issues ?? []
        cycle = nil
        return save() + [.finished(SyncOutcome(isComplete: isComplete, issues: issues))]
    }

    private mutating func save() -> [SyncEffect] {
        defer { isDirty = false }
        cycle?.unsavedAnswers = 0
        return isDirty ? [.save] : []
    }

    /// While a step of many transfers goes on.
    private mutating func saveMeanwhile() -> [SyncEffect] {
        (cycle?.unsavedAnswers ?? 0) >= policy.transfersPerSave ? save() : []
    }
}

extension SyncEngine: Sendable where Records: Sendable {}
