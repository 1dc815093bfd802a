internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

// Fetches, properties and resources.

extension Session {
    /// Objects of a fetch result in a message: 40 KiB of identifiers and hints. Larger results use sealed memory.
    static let maximumInlineObjects = 2_048

    fileprivate func fetch(
        _ request: FetchRequest,
        firstPage: Int,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<FetchResult> {
        if !hasFetched.exchange(true, ordering: .relaxed) { askAutomatically() }
        let rows = try view.fetch(request, firstPage: firstPage, cancellation: cancellation)
        if let page = rows.firstPage { note(.reads, page.ids) }
        guard rows.count > Session.maximumInlineObjects, case .all(let kind) = rows.kinds else {
            let (ids, hints) = rows.first(rows.count)
            return Answer(.found(ids, hints: hints, kinds: rows.kinds, state: rows.state, firstPage: rows.firstPage))
        }
        let memory = try translatingSystemErrors("handing over a fetch result") { () throws(SystemCallError) in
            try SealedMemory.make { memory throws(SystemCallError) in
                try rows.write { part throws(SystemCallError) in try memory.write(part) }
            }
        }
        return Answer(
            .foundInMemory(
                count: rows.count,
                hasHints: rows.hasHints,
                kind: kind,
                state: rows.state,
                firstPage: rows.firstPage
            ),
            memory
        )
    }

    /// Opens one of an asset's files.
    func lend(
        _ kind: ResourceKind,
        from resources: [StoredResource],
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<EmptyResult> {
        guard let resource = resources.first(where: { $0.info.kind == kind }) else { throw .noSuchFile }
        let digest = try resource.originalDigest()
        library.originalUses.note(digest, at: library.store.now)
        guard !resource.removal.isEmpty else {
            return Answer(EmptyResult(), try library.originals.lend(digest, cancellation))
        }
        let copy = try library.stripped.lend(
            digest,
            without: resource.removal,
            from: resource.origin(digest),
            for: requester(cancellation)
        )
        return Answer(EmptyResult(), copy)
    }
}

extension FetchCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        guard countsOnly else { return try session.fetch(request, firstPage: firstPage, cancellation) }
        return Answer(.count(try session.view.count(request, cancellation: cancellation)))
    }
}

extension LoadCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        switch objectKind {
        case .asset:
            let page = try session.view.assets(
                ids,
                hints: hints,
                includesDeleted: includesDeleted,
                cancellation: cancellation
            )
            session.note(.reads, page.ids)
            guard page.count > AssetPage.maximumRows else { return Answer(.assets(page)) }
            let memory = try translatingSystemErrors("handing over properties") { () throws(SystemCallError) in
                try SealedMemory.make { memory throws(SystemCallError) in
                    try page.writeColumns { part throws(SystemCallError) in try memory.write(part) }
                }
            }
            return Answer(.assetsInMemory(count: page.count), memory)
        case .assetCollection, .collectionList:
            return Answer(.collections(try session.view.collections(ids, cancellation: cancellation)))
        }
    }
}

extension DetailsCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let details = try session.view.details(of: assets, cancellation: cancellation)
        session.note(.reads, zip(assets, details).lazy.filter(\.1.exists).map(\.0))
        return Answer(AssetDetailsList(details))
    }
}

extension CloudIdentifiersCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(CloudIdentifierList(try session.view.cloudIdentifiers(of: objects, cancellation: cancellation)))
    }
}

extension LocalIdentifiersCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let lists = try session.view.localIdentifiers(
            of: identifiers,
            onlySynced: onlySynced,
            cancellation: cancellation
        )
        return Answer(LocalIdentifierList(lists))
    }
}

extension ResourcesCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let resources = try session.view.resources(of: asset, includesDeleted: true, cancellation: cancellation)
        return Answer(ResourceList(resources.map(\.info)))
    }
}

extension OpenResourceCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let resources = try session.view.resources(of: asset, includesDeleted: true, cancellation: cancellation)
        let answer = try session.lend(resource, from: resources, cancellation)
        session.note(.takes, CollectionOfOne(asset))
        return answer
    }
}

extension AdjustmentCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(AdjustmentResult(try session.view.adjustment(of: asset, cancellation: cancellation)))
    }
}
