package import LibraryModel

/// Fetching, and the properties of what was fetched.
extension LibraryView {
    /// Runs a fetch. Nothing to see is an empty result.
    package func fetch(
        _ request: FetchRequest,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> FetchedRows {
        try read(cancellation) { try $0.fetch(request) }
    }

    /// How many objects a fetch would find.
    package func count(_ request: FetchRequest, cancellation: Cancellation? = nil) throws(LibraryError) -> Int {
        try read(cancellation) { try $0.count(request) }
    }

    /// Properties of at most `AssetPage.maximumRows` assets, in the order of `ids`. `hints` is empty, or has one for
    /// each identifier, 0 where there is none.
    package func assets(
        _ ids: [ObjectID],
        hints: [RowHint] = [],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> AssetPage {
        try read(cancellation) { try $0.assets(ids, hints: hints) }
    }
}
