internal import CivilDates
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import Synchronization

/// When each app last used the library, and what with, by day. Kept in memory; `Maintenance` and the end of the service
/// write it to the store: a server that is killed loses a minute of it.
final class AppUses: Sendable {
    /// What an app does with photos.
    enum Deed: CaseIterable {
        case looksAt, reads, takes, changes

        fileprivate var count: WritableKeyPath<AppDay, Int> {
            switch self {
            case .looksAt: \.lookedAt
            case .reads: \.read
            case .takes: \.taken
            case .changes: \.changed
            }
        }
    }

    /// Microseconds within which uses count as one: a minute.
    private static let precision: Int64 = 60_000_000
    /// Of an hour, in microseconds: clocks are changed at such times.
    private static let quarter: Int64 = 900_000_000
    /// Identifiers kept at a time, of all apps: 4 MiB. Beyond that what is kept of the day is dropped, and photos count
    /// again.
    private static let maximumIdentifiers = 100_000

    private struct State {
        /// Microseconds since 1970.
        var times: [String: Int64] = [:]
        /// Apps whose time or days are not in the store yet.
        var unwritten: Set<String> = []
        /// What is not in the store yet.
        var days: [String: [AppDay]] = [:]
        /// The photos that have counted on this day.
        var counted: [String: [Deed: CountedPhotos]] = [:]
        var identifierCount = 0
        /// The day of the latest call, and the quarter of an hour in which it is sure to be that.
        var day: Int64 = 0
        var quarter: Range<Int64> = 0..<0

        /// Sets `day`. What was counted on another is forgotten.
        mutating func begin(_ time: Int64, in zone: TimeZoneOffsets) {
            if quarter.contains(time) { return }
            let passed = time.floored(by: AppUses.quarter).remainder
            let (start, isTooEarly) = time.subtractingReportingOverflow(passed)
            let (end, isTooLate) = time.addingReportingOverflow(AppUses.quarter - passed)
            quarter = isTooEarly || isTooLate ? 0..<0 : start..<end
            let today = zone.dayNumber(at: time)
            if today == day { return }
            day = today
            forgetCounted()
        }

        mutating func forgetCounted() {
            counted = [:]
            identifierCount = 0
        }

        mutating func add(_ more: AppDay, _ app: String) {
            var days = days[app] ?? []
            if let last = days.last, last.day == more.day {
                days[days.count - 1] = last.adding(more)
            } else {
                days.append(more)
            }
            self.days[app] = days
        }
    }

    private let state = Mutex(State())
    private let zone: TimeZoneOffsets

    init(zone: TimeZoneOffsets = .local) { self.zone = zone }

    /// Whether a use at this time is to be noted.
    func isNew(_ app: String, at time: Int64) -> Bool {
        state.withLock { state in
            guard let last = state.times[app] else { return true }
            let (since, overflows) = time.subtractingReportingOverflow(last)
            return overflows || !(0..<AppUses.precision).contains(since)
        }
    }

    func note(_ app: String, at time: Int64) {
        state.withLock { state in
            state.times[app] = time
            state.unwritten.insert(app)
        }
    }

    /// Notes what an app does with photos. Each counts once a day.
    func note(_ app: String, _ deed: Deed, _ photos: some Sequence<ObjectID>, at time: Int64) {
        state.withLock { state in
            state.begin(time, in: zone)
            state.times[app] = time
            if state.identifierCount > AppUses.maximumIdentifiers { state.forgetCounted() }
            var counted = state.counted[app, default: [:]].removeValue(forKey: deed) ?? CountedPhotos()
            let before = counted.keptCount
            let new = counted.insert(photos)
            state.identifierCount += counted.keptCount - before
            state.counted[app, default: [:]][deed] = counted
            guard new > 0 else { return }
            var day = AppDay(day: state.day)
            day[keyPath: deed.count] = new
            state.add(day, app)
            state.unwritten.insert(app)
        }
    }

    /// Notes what an app has changed.
    func note(_ app: String, _ block: ChangeBlock, at time: Int64) {
        note(app, .changes, block.changedAssets, at: time)
        state.withLock { state in
            state.times[app] = time
            state.unwritten.insert(app)
            let day = AppDay(day: state.day, added: block.addedCount, deleted: block.deletedCount)
            if !day.isEmpty { state.add(day, app) }
        }
    }

    func forget(_ app: String) {
        state.withLock { state in
            state.times.removeValue(forKey: app)
            state.unwritten.remove(app)
            state.days.removeValue(forKey: app)
            for photos in state.counted.removeValue(forKey: app)?.values.map(\.keptCount) ?? [] {
                state.identifierCount -= photos
            }
        }
    }

    /// The identifiers kept to tell photos apart.
    var identifierCount: Int { state.withLock { $0.identifierCount } }

    /// Writes what is new to the store. After a failure the next call repeats it.
    func write(to store: LibraryStore) throws(LibraryError) {
        let uses = state.withLock { state in
            defer { (state.unwritten, state.days) = ([], [:]) }
            return state.unwritten.reduce(into: [String: LibraryStore.NewUse]()) { uses, app in
                uses[app] = LibraryStore.NewUse(time: state.times[app] ?? 0, days: state.days[app] ?? [])
            }
        }
        do throws(LibraryError) { try store.noteUsed(uses) } catch {
            state.withLock { state in
                // An app that was forgotten meanwhile stays so.
                for (app, use) in uses where state.times[app] != nil {
                    state.unwritten.insert(app)
                    let since = state.days.removeValue(forKey: app) ?? []
                    for day in use.days + since { state.add(day, app) }
                }
            }
            throw error
        }
    }

    /// With what is not in the store yet.
    func complete(_ grant: inout AppGrant) {
        let (time, days) = state.withLock { ($0.times[grant.app], $0.days[grant.app] ?? []) }
        if let time { grant.lastUsed = max(time, grant.lastUsed ?? time) }
        for day in days {
            if let place = grant.days.firstIndex(where: { $0.day == day.day }) {
                grant.days[place] = grant.days[place].adding(day)
            } else {
                grant.days.insert(day, at: grant.days.firstIndex { $0.day < day.day } ?? grant.days.count)
            }
        }
        grant.days = Array(grant.days.prefix(Int(AppDay.keptDays)))
    }
}

/// The photos that have counted in one of an app's counts today.
private struct CountedPhotos {
    private var photos: Set<ObjectID> = []
    /// More than are counted: none is kept then.
    private var isFull = false

    /// The identifiers that are kept.
    var keptCount: Int { photos.count }

    /// Returns how many are new; at most one beyond `AppDay.maximumCount` in all.
    mutating func insert(_ added: some Sequence<ObjectID>) -> Int {
        if isFull { return 0 }
        let before = photos.count
        for photo in added {
            photos.insert(photo)
            guard photos.count > AppDay.maximumCount else { continue }
            (photos, isFull) = ([], true)
            return AppDay.maximumCount + 1 - before
        }
        return photos.count - before
    }
}

extension ChangeBlock {
    /// The assets that it changes, or brings back.
    fileprivate var changedAssets: [ObjectID] {
        operations.flatMap { operation in
            switch operation {
            case .updateAsset(let asset, _), .completeAsset(let asset, _), .setAdjustment(let asset, _),
                .revertAdjustment(let asset):
                [asset]
            case .recoverAssets(let assets): assets
            default: [ObjectID]()
            }
        }
    }

    fileprivate var addedCount: Int {
        operations.count { operation in if case .createAsset = operation { true } else { false } }
    }

    fileprivate var deletedCount: Int {
        operations.reduce(0) { count, operation in
            if case .deleteAssets(let assets) = operation { count + assets.count } else { count }
        }
    }
}

extension Session {
    /// Notes that the app has read something. Changes are noted when they are performed.
    func noteUse(_ effect: CallRules.Effect) {
        guard effect == .reads || effect == .readsPicked, case .app(let app) = principal else { return }
        let now = library.store.now
        guard library.uses.isNew(app, at: now) else { return }
        if effect == .reads {
            do throws(LibraryError) {
                switch try view.visibility() {
                case .full, .limited: break
                case .addOnly, .none: return
                }
            } catch {
                return library.log.event("visibility-unknown", ["app": app, "error": error.reason])
            }
        }
        library.uses.note(app, at: now)
    }

    /// Notes what an app does with photos that it may see.
    func note(_ deed: AppUses.Deed, _ photos: some Sequence<ObjectID>) {
        guard case .app(let app) = principal else { return }
        library.uses.note(app, deed, photos, at: library.store.now)
    }
}
