import LibraryModel
import LibraryStore
import Testing

/// What history tells, of a step and from every token that is held.
extension ModelRun {
    /// Compares what history tells of this step alone.
    func compareHistory(
        _ principal: Principal,
        from old: UInt64?,
        to new: UInt64?,
        _ before: Shown,
        _ after: Shown,
        isExact: Bool
    ) throws {
        let view = library.store.view(for: principal)
        guard model.maySeeAnything(principal) else {
            #expect(errorCode { _ = try view.currentToken() } == .accessDenied, note)
            return
        }
        guard held[principal] != nil, let old, let new else { return }
        var token = try view.currentToken()
        token.sequence = old
        let told = Set(try view.log(since: token, maximumChanges: 7).what)
        let expected = before.changes(to: after)
        if isExact {
            #expect(told == expected, note)
        } else {
            #expect(Set(told.map(\.object)).isSuperset(of: expected.map(\.object)), note)
        }
        #expect(try view.checkForChanges(since: token).hasChanges == !told.isEmpty, note)
        // What a limited app does not see does not move its token.
        if model.statuses[app(principal)] == .limited { #expect((new > old) == !told.isEmpty, note) }
    }

    /// Tokens from before what is left of history are refused, and forgotten.
    mutating func dropExpiredTokens(_ principal: Principal, before floor: UInt64) {
        guard model.maySeeAnything(principal) else { return }
        let view = library.store.view(for: principal)
        // A token is too old when the next transaction that its holder saw is gone.
        let known = sequences[principal] ?? [:]
        let isLimited = model.statuses[app(principal)] == .limited
        func isTooOld(_ token: ChangeToken) -> Bool {
            if isLimited {
                return known[token.sequence + 1].map { $0 <= floor } ?? false
            }
            return token.sequence < floor
        }
        for (token, _) in held[principal] ?? [] where isTooOld(token) {
            #expect(errorCode { _ = try view.history(since: token) } == .tokenExpired, note)
            expired += 1
        }
        held[principal]?.removeAll { isTooOld($0.token) }
    }

    private func app(_ principal: Principal) -> String {
        if case .app(let app) = principal { app } else { "" }
    }

    /// Who made a change is told: to the person by name, to an app whether it was itself.
    private func checkAuthor(of change: LoggedChange, for principal: Principal) {
        let actor = actors[principal]?[change.sequence]
        switch (actor, principal) {
        case (.person?, _): #expect(change.author == .person && change.app == nil, note)
        case (.app(let app)?, .person): #expect(change.author == .anotherApp && change.app == app, note)
        case (.app?, _):
            #expect(change.author == (actor == principal ? .asker : .anotherApp) && change.app == nil, note)
        case (nil, _): Issue.record("nobody made the change: SEED and step as \(note)")
        }
    }

    // MARK: Filters

    /// Asks for less from a token that is held, and expects what is left of everything.
    mutating func replayFiltered(_ principal: Principal) throws {
        guard model.maySeeAnything(principal), let tokens = held[principal], !tokens.isEmpty, chance(2) else { return }
        let token = tokens[number(0..<tokens.count)].token
        let filter = anyFilter(principal)
        let view = library.store.view(for: principal)
        let all = try view.log(since: token, maximumChanges: 100)
        let expected = all.filter { change in
            let isWanted = filter.authors.map { $0.contains(change.author) } ?? filter.apps.isEmpty
            guard isWanted || change.app.map(filter.apps.contains) ?? false else { return false }
            guard filter.kinds?.contains(change.kind) ?? true else { return false }
            guard filter.objects?.contains(LocalIdentifier(change.kind, change.object)) ?? true else { return false }
            return change.change != .updated || filter.fields.map { !change.fields.isDisjoint(with: $0) } ?? true
        }
        let told = try view.log(since: token, matching: filter, maximumChanges: number(1..<20))
        #expect(told == expected, "\(note) \(filter)")
        passed += told.count
        heldBack += all.count - told.count
    }

    private mutating func anyFilter(_ principal: Principal) -> HistoryFilter {
        var filter = HistoryFilter()
        if chance(3) { filter.kinds = some([.asset, .assetCollection, .collectionList], upTo: 2) }
        if chance(2) { filter.fields = ChangedFields(rawValue: UInt32(number(0..<1 << 12))) }
        if chance(3) {
            let objects =
                model.assets.map { LocalIdentifier(.asset, $0.id) } + ghosts.map { LocalIdentifier(.asset, $0) }
                + model.collections.map { LocalIdentifier($0.kind, $0.id) }
            filter.objects = some(objects, upTo: 12)
        }
        if chance(4) { filter.authors = some(ChangeAuthor.allCases, upTo: 2) }
        if principal == .person, chance(4) { filter.apps = some(apps + ["exe:/nobody"], upTo: 2) }
        return filter
    }

    // MARK: Tokens

    /// Plays history from every token that is held over what was shown then, and takes a new one now and then.
    mutating func replay(_ principal: Principal, _ now: Shown) throws {
        guard model.maySeeAnything(principal) else { return }
        let view = library.store.view(for: principal)
        for (token, shown) in held[principal] ?? [] {
            var known = shown.objects
            var fields: [LocalIdentifier: ChangedFields] = [:]
            for change in try view.log(since: token, maximumChanges: number(1..<40)) {
                let object = LocalIdentifier(change.kind, change.object)
                checkAuthor(of: change, for: principal)
                switch change.change {
                case .inserted:
                    #expect(known.insert(object).inserted, note)
                    fields[object] = ChangedFields(rawValue: .max)
                case .updated:
                    #expect(known.contains(object), note)
                    fields[object, default: []].formUnion(change.fields)
                case .deleted: #expect(known.remove(object) != nil, note)
                }
            }
            #expect(known == now.objects, note)
            for object in known.intersection(shown.objects) {
                let different = shown.fields(object, differentIn: now)
                var told = fields[object, default: []]
                // A member may leave, change while it is out, and come back: `members` alone says so.
                if told.contains(.members) { told.insert(.summary) }
                #expect(told.isSuperset(of: different), note)
            }
        }
        if held[principal] == nil || chance(6) {
            held[principal, default: []].append((try view.currentToken(), now))
            if held[principal, default: []].count > ModelRun.maximumTokens {
                let dropped = number(0..<ModelRun.maximumTokens)
                held[principal]?.remove(at: dropped)
            }
        }
    }
}
