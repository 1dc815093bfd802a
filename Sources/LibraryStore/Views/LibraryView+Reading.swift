package import LibraryModel
package import LinuxSystem

/// Fetching, and the properties of what was fetched.
extension LibraryView {
    /// Runs a fetch. Nothing to see is an empty result.
    package func fetch(
        _ request: FetchRequest,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> FetchedRows {
        try read(cancellation) { snapshot in
            var rows = try snapshot.fetch(request)
            rows.state = try snapshot.stateOfFetch()
            return rows
        }
    }

    /// How many objects a fetch would find.
    package func count(_ request: FetchRequest, cancellation: Cancellation? = nil) throws(LibraryError) -> Int {
        try read(cancellation) { try $0.count(request) }
    }

    /// How the assets of a fetch are spread over the months of a clock `utcOffset` seconds east of Greenwich; the
    /// latest first, and those without a date last.
    package func months(
        of request: FetchRequest,
        utcOffset: Int32,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [MonthCount] {
        try read(cancellation) { try $0.months(of: request, utcOffset: utcOffset) }
    }

    /// Properties of at most `AssetPage.maximumRows` assets, in the order of `ids`. `hints` is empty, or has one for
    /// each identifier, 0 where there is none. With `includesDeleted`, recently deleted assets are told of to those who
    /// see everything.
    package func assets(
        _ ids: [ObjectID],
        hints: [RowHint] = [],
        includesDeleted: Bool = false,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> AssetPage {
        try read(cancellation) { try $0.assets(ids, hints: hints, includesDeleted: includesDeleted) }
    }

    /// Details of at most `AssetDetails.maximumCount` assets, in the order of `ids`. Apps are told what PhotoKit tells.
    package func details(
        of ids: [ObjectID],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [AssetDetails] {
        try read(cancellation) { try $0.details(of: ids) }
    }

    /// Properties of at most `AssetPage.maximumRows` albums and folders, in the order of `ids`.
    package func collections(
        _ ids: [ObjectID],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> CollectionPage {
        try read(cancellation) { try $0.collections(ids) }
    }

    /// The files of an asset, the original first. Digests are left out for apps.
    package func resources(
        of asset: ObjectID,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [StoredResource] {
        let resources = try read(cancellation) { try $0.resources(of: asset) }
        guard case .app = principal else { return resources }
        return resources.map { resource in
            var resource = resource
            resource.info.digest = []
            return resource
        }
    }

    /// The recipe of an asset's edit, nil when it has none. `rendered` says nothing.
    package func adjustment(
        of asset: ObjectID,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> Adjustment? {
        try read(cancellation) { try $0.adjustment(of: asset) }
    }

    /// An asset that holds exactly these bytes, recently deleted ones aside. Apps are never told.
    package func findAsset(digest: [UInt8]) throws(LibraryError) -> ObjectID? {
        guard principal == .person else { return nil }
        return try read(nil) { try $0.findAsset(digest: digest) }
    }
}
