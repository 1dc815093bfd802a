internal import LibraryModel
internal import LibraryStore

/// Who observes changes, and for which apps the library has to be read again.
///
/// An event has no content; it means "your history may go on". So the registry keeps one state per app, however many
/// observers it has, and an event that finds no room loses nothing.
///
/// 1. After an observer is added, the library is read for its app after every commit. If the app sees any of the
///    change, the observer is rung after that read. Rings without need are allowed.
/// 2. All observers of an app share one read.
/// 3. An app that may see nothing is not read for until a decision about it.
/// 4. A read that failed, and a ring that could not be sent, are repeated.
/// 5. What was erased is not in the history, and seen by the person alone: their next read rings whatever it finds.
///
/// States of an app: due -> being read -> known; due again after a commit, a decision, room for an event, or a failure;
/// or without access, until a decision. A value; its owner guards it.
struct ObservationRegistry {
    /// One read of the library for an app.
    struct Look {
        let principal: Principal
        /// What the last read found; nil when no read found anything visible yet.
        let known: ChangeToken?
        fileprivate let decision: UInt64
    }

    private struct App {
        var observers: Set<UInt64> = []
        var known: ChangeToken?
        /// The next read rings the observers, whatever it finds; one that is under way does not know of the reason.
        var isOwedRing = false
        var hasNoAccess = false
    }

    private var next: UInt64 = 1
    private var principals: [UInt64: Principal] = [:]
    private var apps: [Principal: App] = [:]
    private var due: Set<Principal> = []
    /// Observers that are to be rung and have not taken the event yet.
    private var unrung: Set<UInt64> = []
    /// Counts decisions: a read that began before a decision says nothing about access after it.
    private var decision: UInt64 = 0

    mutating func add(_ principal: Principal) -> UInt64 {
        defer { next += 1 }
        principals[next] = principal
        // The app's first observer: this read gives later ones the state that they start from.
        if apps[principal] == nil { due.insert(principal) }
        apps[principal, default: App()].observers.insert(next)
        return next
    }

    mutating func remove(_ observer: UInt64) {
        unrung.remove(observer)
        guard let principal = principals.removeValue(forKey: observer) else { return }
        apps[principal]?.observers.remove(observer)
        guard apps[principal]?.observers.isEmpty == true else { return }
        apps[principal] = nil
        due.remove(principal)
    }

    func observers(of principal: Principal) -> Set<UInt64> { apps[principal]?.observers ?? [] }

    // MARK: Reasons to read

    /// Something was committed.
    mutating func committed() { due = Set(apps.keys) }

    /// A decision changed what an app may see.
    mutating func decided(about app: String) {
        decision += 1
        guard apps[.app(app)] != nil else { return }
        apps[.app(app)]?.hasNoAccess = false
        due.insert(.app(app))
    }

    /// An observer can take an event again.
    mutating func hasRoom(_ observer: UInt64) {
        guard unrung.remove(observer) != nil, let principal = principals[observer] else { return }
        owe(principal)
    }

    /// What had been deleted is gone for good.
    mutating func erased() {
        if apps[.person] != nil { owe(.person) }
    }

    private mutating func owe(_ principal: Principal) {
        apps[principal]?.isOwedRing = true
        due.insert(principal)
    }

    // MARK: Reading

    /// Returns the reads to make now.
    mutating func takeDue() -> [Look] {
        defer { due = [] }
        return due.compactMap { principal in
            guard let app = apps[principal], !app.hasNoAccess else { return nil }
            apps[principal]?.isOwedRing = false
            return Look(principal: principal, known: app.isOwedRing ? nil : app.known, decision: decision)
        }
    }

    /// Notes what a read found. Returns the observers to ring, including those added since the read began.
    mutating func found(_ now: ChangeToken, hasChanges: Bool, by look: Look) -> Set<UInt64> {
        guard let app = apps[look.principal] else { return [] }
        apps[look.principal]?.known = now
        guard hasChanges else { return [] }
        // Before they are rung, so that room that appears in between counts.
        unrung.formUnion(app.observers)
        return app.observers
    }

    /// The app may see nothing: it is not read for until a decision.
    mutating func foundNoAccess(by look: Look) {
        guard apps[look.principal] != nil else { return }
        if look.decision == decision {
            apps[look.principal]?.hasNoAccess = true
            apps[look.principal]?.known = nil
        } else {
            due.insert(look.principal)
        }
    }

    /// Repeats a read that failed, or whose result could not be sent.
    mutating func again(_ look: Look) {
        guard apps[look.principal] != nil else { return }
        apps[look.principal]?.known = look.known
        due.insert(look.principal)
    }

    /// The observer has taken the event.
    mutating func rung(_ observer: UInt64) { unrung.remove(observer) }

    /// Traps when an observer and its app do not know each other, or something is left of one that was removed.
    func assertInvariants() {
        assert(principals.allSatisfy { apps[$0.value]?.observers.contains($0.key) == true })
        assert(apps.values.allSatisfy { !$0.observers.isEmpty })
        assert(apps.values.reduce(0) { $0 + $1.observers.count } == principals.count)
        assert(due.isSubset(of: apps.keys), "only observed apps are due")
        assert(unrung.isSubset(of: principals.keys), "only observers are rung")
        assert(apps.values.allSatisfy { !$0.hasNoAccess || $0.known == nil })
    }
}
