import LibraryClient
import LibraryModel

/// What the library says of assets that an import meets again.
extension LibraryClient {
    /// In the order of `ids`; of what does not exist, nothing that could be added to.
    func known(_ ids: [ObjectID]) throws(LibraryError) -> [PhotoNotes.Known] {
        var result: [PhotoNotes.Known] = []
        var start = 0
        while start < ids.count {
            let part = Array(ids[start..<min(ids.count, start + AssetDetails.maximumCount)])
            let fetched = FetchedIdentifiers(part, kinds: .all(.asset))
            let page = try assets(fetched, 0..<part.count)
            let details = try details(of: part)
            result += (0..<part.count).map { PhotoNotes.Known(AssetLine(page, $0), details[$0]) }
            start += part.count
        }
        return result
    }
}

extension PhotoNotes.Known {
    fileprivate init(_ asset: AssetLine?, _ details: AssetDetails) {
        // Whatever a photo's date comes from, a person may have set it.
        hasDate = true
        hasPlace = asset?.location != nil
        hasTitle = details.title != nil
        hasCaption = details.caption != nil
        hasRating = asset.map { $0.rating > 0 } ?? true
        isFavorite = asset?.flags.contains(.favorite) ?? true
        isHidden = asset?.flags.contains(.hidden) ?? true
        isEdited = asset?.flags.contains(.hasAdjustments) ?? true
        keywords = details.keywords
        exists = asset != nil
    }
}
