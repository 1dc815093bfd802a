import LibraryClient
import LibraryModel

extension FetchPlan {
    /// Runs the fetch. Finds nothing when the library is unreachable or denies access. An unknown key or a value of the
    /// wrong type stops the program with the reason.
    func assets(_ client: LibraryClient) -> PHFetchResult<PHAsset> {
        result(client, longest: AssetPage.maximumRowsInMemory, refetch: { assets($0) }) {
            [findsDeleted] identifiers, range in
            identifiers.assets(range, from: client, includesDeleted: findsDeleted)
        }
    }

    /// Albums and folders, mixed.
    func collections(_ client: LibraryClient) -> PHFetchResult<PHCollection> {
        result(client, refetch: { collections($0) }) { identifiers, range in
            identifiers.collections(range, from: client) { identifier, row in PHCollection.make(identifier, row: row) }
        }
    }

    func albums(_ client: LibraryClient) -> PHFetchResult<PHAssetCollection> {
        result(client, refetch: { albums($0) }) { identifiers, range in
            identifiers.collections(range, from: client) { PHAssetCollection($0.id, row: $1) }
        }
    }

    func folders(_ client: LibraryClient) -> PHFetchResult<PHCollectionList> {
        result(client, refetch: { folders($0) }) { identifiers, range in
            identifiers.collections(range, from: client) { PHCollectionList($0.id, row: $1) }
        }
    }

    private func result<Object: PHObject>(
        _ client: LibraryClient,
        longest: Int = AssetPage.maximumRows,
        refetch: @escaping @Sendable (LibraryClient) -> PHFetchResult<Object>,
        load: @escaping @Sendable (FetchedIdentifiers, Range<Int>) -> LoadedObjects<Object>
    ) -> PHFetchResult<Object> {
        func result(_ identifiers: FetchedIdentifiers) -> PHFetchResult<Object> {
            PHFetchResult(identifiers, plan: self, longestStretch: longest, refetch: refetch, load: load)
        }
        let found = result(identifiers(client))
        guard let remainder else { return found }
        var accepted: [Int] = []
        found.enumerateObjects { object, index, stop in
            if remainder.accepts(object) { accepted.append(index) }
            if limit > 0, accepted.count == limit { unsafe stop.pointee = true }
        }
        return result(found.identifiers.selecting(accepted))
    }

    /// Assets whose properties come with the fetch: those that are loaded when somebody looks at the first.
    private var firstPage: Int { kind == .asset && !findsDeleted ? BatchCache.firstStretch : 0 }

    /// Returns the identifiers that the library finds, before applying `remainder`.
    private func identifiers(_ client: LibraryClient) -> FetchedIdentifiers {
        guard let request else { return FetchedIdentifiers([], kinds: .all(kind)) }
        do throws(LibraryError) {
            return try client.fetch(request, firstPage: firstPage)
        } catch {
            if error.code == .invalidRequest, request.predicate != nil || !request.sort.isEmpty {
                raise("a fetch was refused: \(error.reason)")
            }
            return FetchedIdentifiers([], kinds: .all(kind))
        }
    }
}

extension FetchedIdentifiers {
    func identifier(at position: Int) -> LocalIdentifier {
        LocalIdentifier(kind(at: position), self[position])
    }

    /// Returns the entries at these positions.
    func selecting(_ positions: [Int]) -> FetchedIdentifiers {
        FetchedIdentifiers(
            positions.map { self[$0] },
            hints: positions.map { hint(at: $0) },
            kinds: .each(positions.map { kind(at: $0) })
        )
    }

    fileprivate func assets(
        _ range: Range<Int>,
        from client: LibraryClient,
        includesDeleted: Bool
    ) -> LoadedObjects<PHAsset> {
        do throws(LibraryError) {
            guard range.count <= AssetPage.maximumRows else {
                let columns = try client.assetColumns(self, range, includesDeleted: includesDeleted)
                return LoadedObjects(count: range.count, isComplete: true) { columns.page($0).objects() }
            }
            if let page = pageOfFetch(range) { return LoadedObjects(page.objects(), isComplete: true) }
            let page = try client.assets(self, range, includesDeleted: includesDeleted)
            guard page.count == range.count else { throw .init(.protocolViolation, "a page has the wrong length") }
            return LoadedObjects(page.objects(), isComplete: true)
        } catch {
            return LoadedObjects(range.map { PHAsset(self[$0], row: AssetRow()) }, isComplete: false)
        }
    }

    fileprivate func collections<Collection: PHCollection>(
        _ range: Range<Int>,
        from client: LibraryClient,
        make: (LocalIdentifier, CollectionRow) -> Collection
    ) -> LoadedObjects<Collection> {
        do throws(LibraryError) {
            let page = try client.collections(self, range)
            guard page.count == range.count else { throw .init(.protocolViolation, "a page has the wrong length") }
            let objects = range.map { make(identifier(at: $0), CollectionRow(page, at: $0 - range.lowerBound)) }
            return LoadedObjects(objects, isComplete: true)
        } catch {
            return LoadedObjects(range.map { make(identifier(at: $0), CollectionRow()) }, isComplete: false)
        }
    }
}
