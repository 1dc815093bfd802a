internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

// Pickers, and reading what was picked. An app needs no access to the library: the person picks each photo.

extension Session {
    /// Opens a stream of `PickEvent`. It stays open after the last event: what was picked can be read until it ends.
    fileprivate func pick(_ wanted: PickerConfiguration, _ request: borrowing IncomingRequest) throws(LibraryError) {
        let app = try asking()
        guard !library.policy.value.restriction(of: app).contains(.picker) else { throw .pickerRestricted }
        let configuration = try checked(wanted)
        let preferences = try library.store.preferences(of: app)
        try library.store.noteSeen(app, claimedName: claim.name)

        let requester = library.prompts.reserveRequester()
        let pick = library.picks.begin(app: app, session: number, requester: requester, configuration)
        streamOpens(request.stream)
        let stream = openStream(request, first: PickEvent(pick.number).encoded, keepsDeadline: true) { stream in
            pick.sendUnsent { stream.offer($0) }
        }
        guard let stream else { return library.picks.end(pick) }
        pick.begin(stream)
        let question = PickQuestion(pick, stream, self)
        do throws(LibraryError) {
            guard !preferences.isSilenced else { throw .silenced }
            try question.ask(source(app))
            log("picks", ["session": "\(number)", "app": app])
        } catch {
            question.fail(error)
        }
        streamBegan(request.stream) { question.withdraw() }
    }

    /// Throws when the filter is too large or names unknown keys.
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
            let packed = AgentEvent.prompt(prompt).encoded
            guard packed.count <= PickerConfiguration.maximumFilterSize else {
                throw LibraryError(.limitExceeded, "the picker's filter is too large")
            }
            let nothing = FetchRequest(.identifiers(.asset, []), predicate: filter)
            _ = try library.store.view(for: .person).count(nothing)
        }
        var configuration = configuration
        // As in PhotoKit: without identifiers, or with a limit of one, nothing is preselected.
        if !configuration.givesIdentifiers || configuration.selectionLimit == 1 { configuration.preselected = [] }
        return configuration
    }

    fileprivate func check(searchText: String?) throws(LibraryError) {
        guard searchText?.utf8.count ?? 0 <= PickerConfiguration.maximumSearchTextLength else {
            throw LibraryError(.limitExceeded, "the picker's search text is too long")
        }
    }

    /// The files of a picked photo. `deed`: what the app does with it, if that counts.
    fileprivate func picked(
        _ number: UInt64,
        _ item: UInt32,
        _ deed: AppUses.Deed?,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> [StoredResource] {
        guard case .app(let app) = principal, !library.policy.value.restriction(of: app).contains(.picker) else {
            throw .pickerRestricted
        }
        let pick = try library.picks.pick(number, session: self.number)
        let asset = try pick.asset(item)
        let view = try library.store.view(ofPicked: [asset], without: pick.removal, for: app)
        let resources = try view.resources(of: asset, cancellation: cancellation)
        if let deed { note(deed, CollectionOfOne(asset)) }
        return resources
    }
}

extension PickCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.pick(configuration, request)
    }
}

extension UpdatePickCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.check(searchText: update.searchText)
        let open = try session.library.picks.pick(pick, session: session.number)
        if try !open.keepEarly(update) { session.library.prompts.update(open.requester, update) }
        return Answer(EmptyResult())
    }
}

extension DismissPickCall: AnsweredCall {
    /// Closes a picker for the app. The stream stays open, with what was picked.
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let open = try session.library.picks.pick(pick, session: session.number)
        open.dismiss()
        session.library.prompts.withdraw(open.requester)
        return Answer(EmptyResult())
    }
}

extension PickedResourcesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(ResourceList(try session.picked(pick, item, nil, cancellation).map(\.info)))
    }
}

extension OpenPickedCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.lend(resource, from: session.picked(pick, item, .takes, cancellation), cancellation)
    }
}

extension DownloadPickedCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        try session.download(resource, from: session.picked(pick, item, nil, request.cancellation), request)
    }
}

extension PickedThumbnailCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try size.checkOfPicture()
        let resources = try session.picked(pick, item, .looksAt, cancellation)
        let pixels = try session.pixels(from: resources, size, nil, cancellation)
        let actual = pixels.size
        return Answer(actual, pixels.takeMemory())
    }
}

extension PickedJPEGCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try JPEGQuality.check(quality)
        guard let resource = try session.picked(pick, item, .takes, cancellation).shown else { throw .noSuchFile }
        let digest = try resource.originalDigest()
        let (origin, requester) = (resource.origin(digest), session.requester(cancellation))
        session.library.originalUses.note(digest, at: session.library.store.now)
        // The JPEG file gets the metadata of its source, so the source is stripped.
        let source = try session.library.stripped.open(
            digest,
            without: resource.removal,
            from: origin,
            for: requester
        )
        let file = try session.library.renditions.jpeg(of: source, from: origin, quality: quality, for: requester)
        return Answer(EmptyResult(), file)
    }
}
