internal import LibraryModel

/// What apps changed of what they did not add, without the person being asked: a value without a clock.
///
/// An app may change so much of it within a stretch of time, however it cuts that into blocks. Each object counts once.
/// What the person has confirmed does not count.
struct RecentChanges {
    /// Objects of others' that an app may change within `window` without the person being asked.
    static let maximumUnasked = 20
    /// Nanoseconds: an hour.
    static let window: UInt64 = 3_600_000_000_000

    /// When each object was last changed, of each app.
    private var changes: [String: [LocalIdentifier: UInt64]] = [:]

    /// How many objects an app has changed within the last hour.
    mutating func count(of app: String, now: UInt64) -> Int {
        forget(before: now)
        return changes[app]?.count ?? 0
    }

    /// Notes that an app is about to change these. Nil, and nothing is noted, when that is more than it may without
    /// asking; otherwise those that were not noted yet.
    mutating func note(_ objects: Set<LocalIdentifier>, of app: String, now: UInt64) -> Set<LocalIdentifier>? {
        forget(before: now)
        let known = changes[app] ?? [:]
        let fresh = objects.filter { known[$0] == nil }
        guard known.count + fresh.count <= RecentChanges.maximumUnasked else { return nil }
        for object in objects { changes[app, default: [:]][object] = now }
        return fresh
    }

    /// The counterpart of `note`, when nothing came of it.
    mutating func takeBack(_ objects: Set<LocalIdentifier>, of app: String) {
        for object in objects { changes[app]?.removeValue(forKey: object) }
    }

    mutating func forget(_ app: String) { changes.removeValue(forKey: app) }

    private mutating func forget(before now: UInt64) {
        changes = changes.compactMapValues { times in
            let recent = times.filter { now < $0.value || now - $0.value < RecentChanges.window }
            return recent.isEmpty ? nil : recent
        }
    }
}
