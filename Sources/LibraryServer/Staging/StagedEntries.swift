internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore

/// The staged files and their principals. A value without clock or I/O; `StagedFiles` guards it.
struct StagedEntries {
    /// Staged files of one principal that an asset has already. A repeated import stages only such files and uses none,
    /// so they do not count as staged, and the oldest is dropped for a new one.
    static let maximumDuplicatesPerPrincipal = 64

    struct Entry {
        var file: StagedFile
        var digest: ContentDigest
        var principal: Principal
        /// Monotonic nanoseconds.
        var since: UInt64
        var isDuplicate = false
        /// Change blocks that name it and wait for the person, or are being done.
        var holds = 0
    }

    private var entries: [ObjectID: Entry] = [:]
    /// Digests of files that are being staged, and how often each.
    private var arriving: [ContentDigest: Int] = [:]

    /// What counts against the limits of a principal.
    func held(by principal: Principal) -> StagingLimits.Held {
        entries.values.reduce(into: StagingLimits.Held()) { held, entry in
            guard entry.principal == principal, !entry.isDuplicate else { return }
            held.files += 1
            held.bytes += entry.file.size
        }
    }

    /// Whether a file with this digest is staged or being staged.
    func holds(_ digest: ContentDigest) -> Bool {
        arriving[digest] != nil || entries.values.contains { $0.digest == digest }
    }

    /// A file with this digest is being staged, until `end`.
    mutating func begin(_ digest: ContentDigest) { arriving[digest, default: 0] += 1 }

    mutating func end(_ digest: ContentDigest) {
        let count = arriving[digest] ?? 0
        arriving[digest] = count > 1 ? count - 1 : nil
    }

    /// Adds a file. Returns what its principal holds when that leaves no room for it, and nil when it was added.
    mutating func add(
        _ id: ObjectID,
        _ file: StagedFile,
        _ digest: ContentDigest,
        of principal: Principal,
        within limits: StagingLimits,
        now: UInt64
    ) -> StagingLimits.Held? {
        let held = held(by: principal)
        guard limits.admits(file.size, held) else { return held }
        entries[id] = Entry(file: file, digest: digest, principal: principal, since: now)
        return nil
    }

    func files(_ ids: [ObjectID], of principal: Principal) -> [ObjectID: StagedFile] {
        var found: [ObjectID: StagedFile] = [:]
        for id in ids {
            if let entry = entries[id], entry.principal == principal { found[id] = entry.file }
        }
        return found
    }

    mutating func hold(_ ids: [ObjectID], of principal: Principal) {
        for id in ids where entries[id]?.principal == principal { entries[id]?.holds += 1 }
    }

    mutating func release(_ ids: [ObjectID], of principal: Principal, now: UInt64) {
        for id in ids {
            guard let entry = entries[id], entry.principal == principal, entry.holds > 0 else { continue }
            entries[id]?.holds -= 1
            entries[id]?.since = now
        }
    }

    /// An asset has the bytes of a staged file already. Drops the principal's oldest such file when there are too many.
    mutating func isDuplicate(_ id: ObjectID, of principal: Principal) {
        entries[id]?.isDuplicate = true
        let duplicates = entries.filter { $0.value.isDuplicate && $0.value.principal == principal }
        guard duplicates.count > StagedEntries.maximumDuplicatesPerPrincipal,
            let oldest = duplicates.min(by: { $0.value.since < $1.value.since })
        else { return }
        entries.removeValue(forKey: oldest.key)
    }

    mutating func used(_ ids: [ObjectID]) {
        for id in ids { entries.removeValue(forKey: id) }
    }

    mutating func drop(of principal: Principal) { entries = entries.filter { $0.value.principal != principal } }

    /// Removes and returns what has been staged for longer than `age` nanoseconds and no change block names.
    mutating func takeExpired(olderThan age: UInt64, now: UInt64) -> [Entry] {
        let expired = entries.filter { $0.value.holds == 0 && now > $0.value.since && now - $0.value.since > age }
        for id in expired.keys { entries.removeValue(forKey: id) }
        return Array(expired.values)
    }
}
