package import LibraryClient
package import LibraryModel

/// What the library says of assets that an import meets again.
extension LibraryClient {
    /// In the order of `ids`; of what does not exist, nothing that could be added to.
    package func known(_ ids: [ObjectID]) throws(LibraryError) -> [PhotoNotes.Known] {
        var result: [PhotoNotes.Known] = []
        var start = 0
        while start < ids.count {
            let part = Array(ids[start..<min(ids.count, start + AssetDetails.maximumCount)])
            let fetched = FetchedIdentifiers(part, kinds: .all(.asset))
            let page = try assets(fetched, 0..<part.count)
            let details = try details(of: part)
            result += (0..<part.count).map { PhotoNotes.Known(page, $0, details[$0]) }
            start += part.count
        }
        return result
    }
}

extension PhotoNotes.Known {
    fileprivate init(_ page: AssetPage, _ row: Int, _ details: AssetDetails) {
        let flags = AssetPage.Flags(rawValue: page.flags[row])
        exists = flags.contains(.exists)
        // Whatever a photo's date comes from, a person may have set it.
        hasDate = true
        hasPlace = exists && flags.contains(.hasLocation)
        hasTitle = details.title != nil
        hasCaption = details.caption != nil
        hasRating = !exists || page.rating[row] > 0
        isFavorite = !exists || flags.contains(.favorite)
        isHidden = !exists || flags.contains(.hidden)
        isEdited = !exists || flags.contains(.hasAdjustments)
        keywords = details.keywords
    }
}
