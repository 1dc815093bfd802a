internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

// Pickers, and reading what was picked. No access to the library is needed: the person gives each photo themselves.

extension Session {
    /// Opens a stream of `PickEvent`. It stays open after the last event, and what was picked can be read until it
    /// ends.
    fileprivate func pick(_ wanted: PickerConfiguration, _ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        guard !library.policy.value.restriction(of: app).contains(.picker) else { throw .pickerRestricted }
        let configuration = try checked(wanted)
        let preferences = try library.store.preferences(of: app)
        try library.store.noteSeen(app, claimedName: claim.name)

        let library = library
        let pick = library.picks.begin(app: app, session: number, configuration)
        let number = request.stream
        streamOpens(number)
        let stream = request.openStream(
            MessageBuffer(payload: LibraryReply.pick(PickEvent(pick.number)).encoded),
            keepsDeadline: true,
            onCreditReturned: { stream in pick.sendUnsent { stream.offer($0) } },
            onEnd: { [weak self] in self?.streamEnded(number) }
        )
        guard let stream else {
            library.picks.end(pick)
            streamEnded(number)
            return
        }
        pick.begin(stream)
        let name = claim.name
        let end: @Sendable (LibraryError) -> Void = { [weak self] error in
            library.picks.end(pick)
            stream.finish(LibraryReply.failure(error).encoded.span)
            self?.streamEnded(number)
        }
        let select: @Sendable ([ObjectID], Bool, Bool) -> Void = { assets, isFinal, isCancelled in
            if isFinal { stream.clearDeadline() }
            do throws(LibraryError) {
                let takesBack = try pick.select(assets, isFinal: isFinal, isCancelled: isCancelled) {
                    count throws(LibraryError) in
                    // Written down before the app can read any of it.
                    try library.store.notePicked(count, for: app, claimedName: name)
                } tell: { event in
                    pick.send(event) { stream.offer($0) }
                }
                // What is being read of it is looked at again. An app that is slow to hear of it is not cut off for
                // that: the person has it in their picker, and may choose it again.
                if takesBack { library.barriers.advance(app, narrows: false) }
            } catch {
                end(error)
            }
        }
        let asker = PromptBroker.Requester(
            session: self.number,
            ended: { ending in
                switch ending {
                case .answered(.picked(let assets)): select(assets, true, false)
                // Cancelled: what was selected before stays selected.
                case .answered: select(configuration.preselected, true, true)
                case .nobodyToAsk: end(.nobodyToAsk)
                }
            },
            picking: { assets in if configuration.isContinuous { select(assets, false, false) } }
        )
        do throws(LibraryError) {
            guard !preferences.isSilenced else { throw .silenced }
            try library.prompts.ask(.picker(configuration), from: source(app), asker) { number in
                pick.asker.withLock { $0 = number }
            }
            // What came meanwhile: the app knows the pick since its stream was opened.
            while let update = pick.takeKept() { change(pick, update) }
            if pick.isOver, let asker = pick.asker.withLock({ $0 }) { library.prompts.takeBack(asker) }
            library.log.event("picks", ["session": "\(self.number)", "app": app])
        } catch {
            end(error)
        }
        streamBegan(number) {
            if let asker = pick.asker.withLock({ $0 }) { library.prompts.takeBack(asker) }
            library.picks.end(pick)
        }
    }

    /// A filter that names unknown keys is the app's mistake, and is told to it.
    private func checked(_ configuration: PickerConfiguration) throws(LibraryError) -> PickerConfiguration {
        try check(searchText: configuration.searchText)
        if let filter = configuration.filter {
            var alone = PickerConfiguration()
            alone.filter = filter
            let prompt = Prompt(
                number: 0,
                app: "",
                claimedName: "",
                usageDescription: "",
                process: 0,
                question: .picker(alone)
            )
            let packed = LibraryReply.agentEvent(.prompt(prompt)).encoded
            guard packed.count <= PickerConfiguration.maximumFilterSize else {
                throw LibraryError(.limitExceeded, "the picker's filter is too large")
            }
            let nothing = FetchRequest(.identifiers(.asset, []), predicate: filter)
            _ = try library.store.view(for: .person).count(nothing)
        }
        var configuration = configuration
        // Without identifiers an app cannot know what to preselect, and with a limit of one nothing is.
        if !configuration.givesIdentifiers || configuration.selectionLimit == 1 { configuration.preselected = [] }
        return configuration
    }

    fileprivate func check(searchText: String?) throws(LibraryError) {
        guard searchText?.utf8.count ?? 0 <= PickerConfiguration.maximumSearchTextLength else {
            throw LibraryError(.limitExceeded, "the picker's search text is too long")
        }
    }

    fileprivate func change(_ pick: OpenPick, _ update: PickerUpdate) {
        if let asker = pick.asker.withLock({ $0 }) { library.prompts.update(asker, update) }
    }

    fileprivate func picked(
        _ number: UInt64,
        _ item: UInt32,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> [StoredResource] {
        guard case .app(let app) = principal, !library.policy.value.restriction(of: app).contains(.picker) else {
            throw .pickerRestricted
        }
        let asset = try library.picks.pick(number, session: self.number).asset(item)
        return try library.store.view(ofPicked: [asset], for: app).resources(of: asset, cancellation: cancellation)
    }
}

extension PickCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.pick(configuration, request)
    }
}

extension UpdatePickCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        try session.check(searchText: update.searchText)
        let open = try session.library.picks.pick(pick, session: session.number)
        if try !open.keep(update) { session.change(open, update) }
        return Answer(.done)
    }
}

extension DismissPickCall: AnsweredCall {
    /// Takes a picker away from the person, as the app wishes. The stream stays open with what was given.
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        let open = try session.library.picks.pick(pick, session: session.number)
        open.dismiss()
        if let asker = open.asker.withLock({ $0 }) { session.library.prompts.takeBack(asker) }
        return Answer(.done)
    }
}

extension PickedResourcesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.resources(try session.picked(pick, item, cancellation).map(\.info)))
    }
}

extension OpenPickedCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        try session.lend(resource, from: session.picked(pick, item, cancellation), cancellation)
    }
}

extension PickedThumbnailCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        try session.thumbnail(from: session.picked(pick, item, cancellation), size, nil, cancellation)
    }
}

extension PickedJPEGCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        guard (1...100).contains(quality) else { throw LibraryError(.invalidRequest, "a quality is 1 to 100") }
        guard let resource = session.shown(of: try session.picked(pick, item, cancellation)) else {
            throw LibraryError(.missingResource, "the asset has no file")
        }
        let digest = try session.digest(of: resource)
        let requester = session.requester(cancellation)
        return Answer(.done, try session.library.renditions.jpeg(of: digest, quality: quality, for: requester))
    }
}
