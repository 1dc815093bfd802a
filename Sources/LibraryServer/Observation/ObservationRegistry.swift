internal import LibraryModel
internal import LibraryStore

/// Who observes changes, and which apps have to be looked at.
///
/// What observers are told is a bell without content: "there may be more in your history". So one state is kept for
/// each app, however many observers it has, and nothing is lost with an event that finds no room.
///
/// 1. Whatever is committed after an observer was added is looked at by its app's eyes once more. If the app sees
///    anything of it, the observer is rung after that. It may be rung without need.
/// 2. An app's observers are one look at the library.
/// 3. An app that may see nothing is not looked at again before somebody decides about it.
/// 4. What could not be read, and what could not be told, is looked at again.
///
/// States of an app: due -> looked at -> known; due again by a commit, a decision, room for an event, or a failure; or
/// deaf, until a decision. A value; its owner guards it.
struct ObservationRegistry {
    /// What an app sees since a state.
    struct Look {
        let principal: Principal
        /// What the last look found; nil when there was none that found anything to see.
        let known: ChangeToken?
        fileprivate let decision: UInt64
    }

    private struct App {
        var observers: Set<UInt64> = []
        var known: ChangeToken?
        var isDeaf = false
    }

    private var next: UInt64 = 1
    private var principals: [UInt64: Principal] = [:]
    private var apps: [Principal: App] = [:]
    private var due: Set<Principal> = []
    /// Those who are to be rung, and have not taken the event yet.
    private var unrung: Set<UInt64> = []
    /// Counts decisions: who was found to see nothing before one is not deaf after it.
    private var decision: UInt64 = 0

    mutating func add(_ principal: Principal) -> UInt64 {
        defer { next += 1 }
        principals[next] = principal
        // The first of an app: the look after this finds what the next one starts from.
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

    // MARK: Reasons to look

    /// Something was committed.
    mutating func committed() { due = Set(apps.keys) }

    /// An app may see something else from now on.
    mutating func decided(about app: String) {
        decision += 1
        guard apps[.app(app)] != nil else { return }
        apps[.app(app)]?.isDeaf = false
        due.insert(.app(app))
    }

    /// An observer can take an event again.
    mutating func hasRoom(_ observer: UInt64) {
        guard unrung.remove(observer) != nil, let principal = principals[observer] else { return }
        apps[principal]?.known = nil
        due.insert(principal)
    }

    // MARK: Looking

    /// Whom to look at now.
    mutating func takeDue() -> [Look] {
        defer { due = [] }
        return due.compactMap { principal in
            guard let app = apps[principal], !app.isDeaf else { return nil }
            return Look(principal: principal, known: app.known, decision: decision)
        }
    }

    /// What a look found. Returns who is to be rung: also who was added since the look began.
    mutating func found(_ now: ChangeToken, isNews: Bool, by look: Look) -> Set<UInt64> {
        guard let app = apps[look.principal] else { return [] }
        apps[look.principal]?.known = now
        guard isNews else { return [] }
        // Before they are rung: room that one gets in between counts.
        unrung.formUnion(app.observers)
        return app.observers
    }

    /// The app may see nothing: there is nothing to tell until somebody decides.
    mutating func foundNoAccess(by look: Look) {
        guard apps[look.principal] != nil else { return }
        if look.decision == decision {
            apps[look.principal]?.isDeaf = true
            apps[look.principal]?.known = nil
        } else {
            due.insert(look.principal)
        }
    }

    /// A look found nothing out, or what it found could not be told: it is made again.
    mutating func again(_ look: Look) {
        guard apps[look.principal] != nil else { return }
        apps[look.principal]?.known = look.known
        due.insert(look.principal)
    }

    /// It has taken the event.
    mutating func rung(_ observer: UInt64) { unrung.remove(observer) }
}
