internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Fetches, properties, resources.

extension Session {
    /// Objects beyond which a fetch result travels in sealed memory instead of a message: 40 KiB of identifiers and hints.
    static let maximumInlineObjects = 2_048

    func count(_ request: FetchRequest, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        Answer(.count(try view.count(request, cancellation: cancellation)))
    }

    func load(_ kind: ObjectKind, _ ids: [ObjectID], hints: [RowHint]) throws(LibraryError) -> Answer {
        switch kind {
        case .asset: Answer(.assets(try view.assets(ids, hints: hints)))
        case .assetCollection, .collectionList: Answer(.collections(try view.collections(ids)))
        }
    }

    func resources(of asset: ObjectID) throws(LibraryError) -> Answer {
        Answer(.resources(try view.resources(of: asset).map { $0.info(withDigest: principal == .person) }))
    }

    func openResource(_ kind: ResourceKind, of asset: ObjectID) throws(LibraryError) -> Answer {
        guard let resource = try view.resources(of: asset).first(where: { $0.kind == kind }) else {
            throw LibraryError(.missingResource, "the asset has no such resource")
        }
        return Answer(.done, try library.originals.open(resource.relativePath))
    }
}
