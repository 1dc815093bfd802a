import LibraryModel
import OwnerTools
import PhotoImport

extension SideCarText {
    /// What the library has written of a photo.
    init(_ asset: AssetLine, _ details: AssetDetails) {
        self.init()
        title = details.title
        caption = details.caption
        keywords = details.keywords
        keywordPaths = details.keywordPaths
        regions = details.regions
        rating = asset.rating
        date = asset.creationDate
        utcOffset = details.utcOffset
        dateSource = details.dateSource
        offsetSource = details.offsetSource
        place = asset.location
        camera = CameraJSON(details)
    }
}
