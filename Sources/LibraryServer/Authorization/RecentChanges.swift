internal import LibraryModel

/// Counts the objects of others that each app has changed without confirmation, as a sliding window. A value without a
/// clock.
///
/// The limit holds across change blocks; each object counts once. Confirmed changes do not count.
struct RecentChanges {
    /// Objects of others that an app may change within `window` without confirmation.
    static let maximumUnasked = 20
    /// Nanoseconds: an hour.
    static let window: UInt64 = 3_600_000_000_000

    /// When each app last changed each object.
    private var changes: [String: [LocalIdentifier: UInt64]] = [:]

    /// How many objects an app has changed within the last hour.
    mutating func count(of app: String, now: UInt64) -> Int {
        forget(before: now)
        return changes[app]?.count ?? 0
    }

    /// Notes objects that an app is about to change. Returns those that were not noted yet; nil, without noting any,
    /// when they exceed the limit.
    mutating func note(_ objects: Set<LocalIdentifier>, of app: String, now: UInt64) -> Set<LocalIdentifier>? {
        forget(before: now)
        let known = changes[app] ?? [:]
        let fresh = objects.filter { known[$0] == nil }
        guard known.count + fresh.count <= RecentChanges.maximumUnasked else { return nil }
        for object in objects { changes[app, default: [:]][object] = now }
        return fresh
    }

    /// Undoes `note` for changes that were not performed.
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
