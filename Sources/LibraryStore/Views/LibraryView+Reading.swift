package import LibraryModel
package import LinuxSystem

/// Fetches, and properties of objects.
extension LibraryView {
    /// Runs a fetch. The result is empty for a principal that may not read. It has the properties of the first
    /// `firstPage` assets too.
    package func fetch(
        _ request: FetchRequest,
        firstPage: Int = 0,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> FetchedRows {
        try read(cancellation) { snapshot in
            var rows = try snapshot.fetch(request)
            rows.state = try snapshot.stateOfFetch()
            if firstPage > 0, case .all(.asset) = rows.kinds {
                let (ids, hints) = rows.first(firstPage)
                rows.firstPage = try snapshot.assets(ids, hints: hints, includesDeleted: false)
            }
            return rows
        }
    }

    /// Returns the number of objects that a fetch finds.
    package func count(_ request: FetchRequest, cancellation: Cancellation? = nil) throws(LibraryError) -> Int {
        try read(cancellation) { try $0.count(request) }
    }

    /// Counts the assets of a fetch per month, latest first, undated ones last. Months are those of a clock `utcOffset`
    /// seconds east of UTC.
    package func months(
        of request: FetchRequest,
        utcOffset: Int32,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [MonthCount] {
        try read(cancellation) { try $0.months(of: request, utcOffset: utcOffset) }
    }

    /// Returns properties of at most `AssetPage.maximumRowsInMemory` assets, in the order of `ids`. `hints` is empty or
    /// has one per identifier, 0 for none. `includesDeleted` includes recently deleted assets for principals with full
    /// access.
    package func assets(
        _ ids: [ObjectID],
        hints: [RowHint] = [],
        includesDeleted: Bool = false,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> AssetPage {
        try read(cancellation) { try $0.assets(ids, hints: hints, includesDeleted: includesDeleted) }
    }

    /// Returns details of at most `AssetDetails.maximumCount` assets, in the order of `ids`. Apps get only those of
    /// PhotoKit.
    package func details(
        of ids: [ObjectID],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [AssetDetails] {
        try read(cancellation) { try $0.details(of: ids) }
    }

    /// Returns properties of at most `AssetPage.maximumRows` albums and folders, in the order of `ids`.
    package func collections(
        _ ids: [ObjectID],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> CollectionPage {
        try read(cancellation) { try $0.collections(ids) }
    }

    /// Returns the files of an asset, the original first; for apps without digests. `includesDeleted` includes recently
    /// deleted assets for the person.
    package func resources(
        of asset: ObjectID,
        includesDeleted: Bool = false,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [StoredResource] {
        let resources = try read(cancellation) { try $0.resources(of: asset, includesDeleted: includesDeleted) }
        guard case .app = principal else { return resources }
        return resources.map { resource in
            var resource = resource
            resource.info.digest = []
            return resource
        }
    }

    /// Returns the adjustment data of an asset's edit; nil when it has none. `rendered` has no meaning.
    package func adjustment(
        of asset: ObjectID,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> Adjustment? {
        try read(cancellation) { try $0.adjustment(of: asset) }
    }

    /// Returns an asset with exactly this content that is not recently deleted. Always nil for apps.
    package func findAsset(digest: [UInt8]) throws(LibraryError) -> ObjectID? {
        guard principal == .person else { return nil }
        return try read(nil) { try $0.findAsset(digest: digest) }
    }

    /// The asset whose other half a file is, by its content identifier, and that can still get it. Always nil for apps.
    package func findOtherHalf(of metadata: MediaMetadata) throws(LibraryError) -> ObjectID? {
        guard principal == .person else { return nil }
        return try read(nil) { try $0.findOtherHalf(of: metadata) }
    }

    /// The files that an asset can still get (`ChangeOperation.completeAsset`).
    package func lacking(_ asset: ObjectID) throws(LibraryError) -> Set<ResourceKind> {
        try read(nil) { try $0.lacking(asset) }
    }
}
