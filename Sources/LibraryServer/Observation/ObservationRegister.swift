internal import LibraryModel
internal import LibraryStore

/// Who observes changes, what each was told of last, and who has to be looked at.
///
/// 1. Whoever is added, and everybody after a commit, is looked at at least once after that: nothing that is committed
///    while somebody looks is taken to be seen.
/// 2. Observers of one app that were told of the same last are one look at the library.
/// 3. An app that may see nothing is not looked at again before somebody decides.
/// 4. What could not be told, for want of room, is told later as a resynchronisation; what could not be read is looked at
///    again.
///
/// States of an observer: due -> looked at -> told, behind (no room) or as before (no news); due again by a commit, by
/// room, or by a failure. A value; its owner guards it.
struct ObservationRegister {
    /// What one app sees since one token, for all its observers that stand there.
    struct Look {
        var principal: Principal
        var told: ChangeToken?
        var observers: [UInt64]
        fileprivate var decision: UInt64
    }

    struct Telling: Equatable {
        var observer: UInt64
        var event: ChangeEvent
    }

    private struct Observer {
        var principal: Principal
        /// What it was told of last; nil when it could see nothing then.
        var told: ChangeToken?
        /// An event was lost since.
        var isBehind = false
    }

    private struct Stand: Hashable {
        var principal: Principal
        var told: ChangeToken?
    }

    private var next: UInt64 = 1
    private var observers: [UInt64: Observer] = [:]
    private var due: Set<UInt64> = []
    private var areAllDue = false
    /// Apps that may see nothing.
    private var deaf: Set<Principal> = []
    /// Counts decisions: who was found to see nothing before one is not deaf after it.
    private var decision: UInt64 = 0

    /// Observes from `told` on: what was committed after it is told.
    mutating func add(_ principal: Principal, from told: ChangeToken?) -> UInt64 {
        defer { next += 1 }
        observers[next] = Observer(principal: principal, told: told)
        due.insert(next)
        return next
    }

    mutating func remove(_ observer: UInt64) {
        due.remove(observer)
        guard let principal = observers.removeValue(forKey: observer)?.principal else { return }
        if deaf.contains(principal), !observers.values.contains(where: { $0.principal == principal }) {
            deaf.remove(principal)
        }
    }

    // MARK: Reasons to look

    /// Something was committed; `grants`: apps about which was decided.
    mutating func committed(grants: Set<String>) {
        areAllDue = true
        if grants.isEmpty { return }
        decision += 1
        for app in grants { deaf.remove(.app(app)) }
    }

    /// Anybody may see something else from now on.
    mutating func decided() {
        areAllDue = true
        decision += 1
        deaf = []
    }

    /// It can take events again.
    mutating func hasRoom(_ observer: UInt64) {
        if observers[observer]?.isBehind == true { due.insert(observer) }
    }

    // MARK: Looking

    /// Whom to look at now.
    mutating func takeDue() -> [Look] {
        let numbers = areAllDue ? Array(observers.keys) : Array(due)
        (areAllDue, due) = (false, [])
        var stands: [Stand: [UInt64]] = [:]
        for number in numbers {
            guard let observer = observers[number], !deaf.contains(observer.principal) else { continue }
            stands[Stand(principal: observer.principal, told: observer.told), default: []].append(number)
        }
        return stands.map { stand, numbers in
            Look(principal: stand.principal, told: stand.told, observers: numbers.sorted(), decision: decision)
        }
    }

    /// What a look found. Returns what is to be told, and to whom.
    mutating func found(_ now: ChangeToken, isNews: Bool, by look: Look) -> [Telling] {
        let isReset = now.visibilityEpoch != look.told?.visibilityEpoch
        return look.observers.compactMap { number in
            guard let observer = observers[number] else { return nil }
            guard isNews || observer.isBehind else {
                observers[number]?.told = now
                return nil
            }
            let event = ChangeEvent(token: now.serialized, isResynchronization: isReset || observer.isBehind)
            return Telling(observer: number, event: event)
        }
    }

    /// The app may see nothing: there is nothing to tell until somebody decides.
    mutating func foundNoAccess(by look: Look) {
        if look.decision == decision {
            deaf.insert(look.principal)
        } else {
            due.formUnion(look.observers)
        }
    }

    /// It is looked at again.
    mutating func again(_ numbers: [UInt64]) { due.formUnion(numbers.filter { observers[$0] != nil }) }

    /// An event was handed over, or found no room.
    mutating func told(_ observer: UInt64, of now: ChangeToken, isAccepted: Bool) {
        if isAccepted { observers[observer]?.told = now }
        observers[observer]?.isBehind = !isAccepted
    }
}
