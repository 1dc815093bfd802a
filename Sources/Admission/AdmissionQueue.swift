/// Shares out a finite resource and queues those that wait for it. A value without clock, lock or threads: its owner
/// reports arrivals and departures, and acts on the results.
///
/// Rules:
/// 1. At most `capacity` units are in use; `reserved` of them are the owner's alone.
/// 2. One app uses at most `perApp` units.
/// 3. Waiting tickets are admitted in turn between shares (round robin), in order within a share. Shares at their limit
///    are skipped; one that waits for capacity is not overtaken, so that small requests do not starve a large one.
/// 4. At most `waitingPerApp` tickets of an app wait; more are refused. The owner's are never refused.
/// 5. A ticket that hangs can be set aside: it still counts for its share, but frees capacity for others. At most
///    `mostAside` tickets are.
package struct AdmissionQueue<Ticket: Hashable & Sendable>: Sendable {
    package struct Limits: Hashable, Sendable {
        package var capacity: Int
        package var reserved: Int
        package var perApp: Int
        package var waitingPerApp: Int

        package init(capacity: Int, reserved: Int, perApp: Int, waitingPerApp: Int) {
            precondition(0 <= reserved && reserved < capacity && 0 < perApp, "limits that admit no ticket")
            self.capacity = capacity
            self.reserved = reserved
            self.perApp = perApp
            self.waitingPerApp = waitingPerApp
        }
    }

    package enum Arrival: Hashable, Sendable {
        case admitted
        case waits
        /// The share's queue is full, or `cost` exceeds the share's limit.
        case refused
    }

    private struct Waiting {
        var ticket: Ticket
        var cost: Int
    }

    private struct Account {
        var used = 0
        var waiting: [Waiting] = []
        var isIdle: Bool { used == 0 && waiting.isEmpty }
    }

    /// Tickets set aside at a time. Each is a process or the like beyond the capacity.
    package static var mostAside: Int { 64 }

    package let limits: Limits
    private var accounts: [Share: Account] = [:]
    private var admitted: [Ticket: (share: Share, cost: Int)] = [:]
    /// Admitted tickets that are set aside.
    private var aside: Set<Ticket> = []
    /// The waiting shares in round-robin order.
    private var turns: [Share] = []
    private var used = 0
    /// Units that apps use.
    private var usedByApps = 0

    package init(limits: Limits) { self.limits = limits }

    package var usedUnits: Int { used }

    package var waitingCount: Int { accounts.values.reduce(0) { $0 + $1.waiting.count } }

    /// The units that a share uses.
    package func units(of share: Share) -> Int { accounts[share]?.used ?? 0 }

    /// Requests `cost` units. A ticket identifies the request until it leaves.
    package mutating func arrive(_ ticket: Ticket, of share: Share, cost: Int = 1) -> Arrival {
        precondition(admitted[ticket] == nil, "a ticket arrives once")
        guard cost >= 0, cost <= mostUnits(of: share) else { return .refused }
        var account = accounts[share] ?? Account()
        if account.waiting.isEmpty, hasRoom(for: share, cost, account), share == .owner || !appWaitsForRoom {
            admit(ticket, share, cost)
            return .admitted
        }
        if share != .owner, account.waiting.count >= limits.waitingPerApp { return .refused }
        if account.waiting.isEmpty { turns.append(share) }
        account.waiting.append(Waiting(ticket: ticket, cost: cost))
        accounts[share] = account
        return .waits
    }

    /// A ticket has finished, or stops waiting. Returns the tickets that are admitted now, in order.
    package mutating func leave(_ ticket: Ticket) -> [Ticket] {
        if let (share, cost) = admitted.removeValue(forKey: ticket) {
            if aside.remove(ticket) == nil { makeRoom(share, cost) }
            accounts[share]?.used -= cost
            forget(share)
        } else {
            withdraw(ticket)
        }
        return admitWaiting()
    }

    /// A ticket hangs: frees its capacity. Returns the tickets that are admitted now, in order.
    package mutating func setAside(_ ticket: Ticket) -> [Ticket] {
        guard let (share, cost) = admitted[ticket], aside.count < AdmissionQueue.mostAside,
            aside.insert(ticket).inserted
        else { return [] }
        makeRoom(share, cost)
        return admitWaiting()
    }

    // MARK: Turns

    private mutating func makeRoom(_ share: Share, _ cost: Int) {
        used -= cost
        if share != .owner { usedByApps -= cost }
    }

    private mutating func withdraw(_ ticket: Ticket) {
        for share in turns {
            guard let index = accounts[share]?.waiting.firstIndex(where: { $0.ticket == ticket }) else { continue }
            accounts[share]?.waiting.remove(at: index)
            if accounts[share]?.waiting.isEmpty == true { turns.removeAll { $0 == share } }
            forget(share)
            return
        }
    }

    private mutating func admitWaiting() -> [Ticket] {
        var found: [Ticket] = []
        var index = 0
        while index < turns.count {
            let share = turns[index]
            guard var account = accounts[share], let first = account.waiting.first else {
                turns.remove(at: index)
                continue
            }
            if isAtOwnLimit(share, first.cost, account) {
                index += 1
                continue
            }
            guard hasRoom(for: share, first.cost, account) else {
                // Only the owner, which has reserved capacity, overtakes a share that waits for capacity.
                if share != .owner, let owner = turns[index...].firstIndex(of: .owner), owner > index {
                    turns.remove(at: owner)
                    turns.insert(.owner, at: index)
                    continue
                }
                break
            }
            account.waiting.removeFirst()
            accounts[share] = account
            admit(first.ticket, share, first.cost)
            found.append(first.ticket)
            turns.remove(at: index)
            if !account.waiting.isEmpty { turns.append(share) }
            index = 0
        }
        return found
    }

    private mutating func admit(_ ticket: Ticket, _ share: Share, _ cost: Int) {
        used += cost
        if share != .owner { usedByApps += cost }
        accounts[share, default: Account()].used += cost
        admitted[ticket] = (share, cost)
    }

    private mutating func forget(_ share: Share) {
        if accounts[share]?.isIdle == true { accounts.removeValue(forKey: share) }
    }

    // MARK: Room

    private func mostUnits(of share: Share) -> Int {
        share == .owner ? limits.capacity : min(limits.perApp, limits.capacity - limits.reserved)
    }

    private func isAtOwnLimit(_ share: Share, _ cost: Int, _ account: Account) -> Bool {
        share != .owner && account.used + cost > limits.perApp
    }

    private func hasRoom(for share: Share, _ cost: Int, _ account: Account) -> Bool {
        if used + cost > limits.capacity || isAtOwnLimit(share, cost, account) { return false }
        return share == .owner || usedByApps + cost <= limits.capacity - limits.reserved
    }

    /// Whether an app waits for capacity only, not for its own limit.
    private var appWaitsForRoom: Bool {
        turns.contains { share in
            guard share != .owner, let account = accounts[share], let first = account.waiting.first else {
                return false
            }
            return !isAtOwnLimit(share, first.cost, account)
        }
    }

    // MARK: Invariants

    /// Traps when the rules above are broken. For tests and debug builds.
    package func assertInvariants() {
        let inUse = admitted.filter { !aside.contains($0.key) }.values
        assert(used == inUse.reduce(0) { $0 + $1.cost })
        assert(usedByApps == inUse.reduce(0) { $0 + ($1.share == .owner ? 0 : $1.cost) })
        assert(aside.count <= AdmissionQueue.mostAside && aside.allSatisfy { admitted[$0] != nil })
        assert(used <= limits.capacity && usedByApps <= limits.capacity - limits.reserved)
        assert(Set(turns).count == turns.count, "a share has one turn")
        assert(accounts.allSatisfy { !$0.value.isIdle }, "an account of an idle share")
        assert(
            accounts.allSatisfy { $0.value.waiting.isEmpty != turns.contains($0.key) },
            "a waiting share without a turn"
        )
        assert(accounts.allSatisfy { $0.key == .owner || $0.value.used <= limits.perApp })
    }
}
