internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

// Fetches, properties and resources.

extension Session {
    /// Objects beyond which a fetch result travels in sealed memory instead of a message: 40 KiB of identifiers and hints.
    static let maximumInlineObjects = 2_048

    func fetch(_ request: FetchRequest, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        if !hasFetched.exchange(true, ordering: .relaxed) { askAutomatically() }
        let rows = try view.fetch(request, cancellation: cancellation)
        guard rows.count > Session.maximumInlineObjects, case .all(let kind) = rows.kinds else {
            return Answer(.fetched(rows.ids, hints: rows.hints, kinds: rows.kinds, state: rows.state))
        }
        let memory = try translatingSystemErrors("handing over a fetch result") { () throws(SystemCallError) in
            let memory = try SealedMemory.makeUnsealed()
            try memory.write(rows.idBytes)
            try memory.write(rows.hintBytes)
            try SealedMemory.seal(memory)
            return memory
        }
        return Answer(
            .fetchedInMemory(
                count: rows.count,
                hasHints: !rows.hintBytes.isEmpty,
                kind: kind,
                state: rows.state
            ),
            memory
        )
    }

    func count(_ request: FetchRequest, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.count(try view.count(request, cancellation: cancellation)))
    }

    func load(
        _ kind: ObjectKind,
        _ ids: [ObjectID],
        hints: [RowHint],
        includesDeleted: Bool,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer {
        switch kind {
        case .asset:
            let page = try view.assets(
                ids,
                hints: hints,
                includesDeleted: includesDeleted,
                cancellation: cancellation
            )
            return Answer(.assets(page))
        case .assetCollection, .collectionList:
            return Answer(.collections(try view.collections(ids, cancellation: cancellation)))
        }
    }

    func resources(of asset: ObjectID, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.resources(try view.resources(of: asset, cancellation: cancellation).map(\.info)))
    }

    func openResource(
        _ kind: ResourceKind,
        of asset: ObjectID,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer {
        let resources = try view.resources(of: asset, cancellation: cancellation)
        guard let resource = resources.first(where: { $0.info.kind == kind }) else {
            throw LibraryError(.missingResource, "the asset has no such resource")
        }
        return Answer(.done, try library.originals.lend(digest(of: resource), cancellation))
    }

    /// The name under which the bundle keeps a resource.
    func digest(of resource: StoredResource) throws(LibraryError) -> ContentDigest {
        guard let digest = ContentDigest(originalAt: resource.relativePath) else {
            throw LibraryError(.internal, "a resource that is no original")
        }
        return digest
    }
}
