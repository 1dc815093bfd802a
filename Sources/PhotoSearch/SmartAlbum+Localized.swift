internal import Languages
internal import LibraryModel

extension SmartAlbum {
    /// The title in the person's language. What the server calls it, apps see: that is English.
    var localizedTitle: String {
        switch self {
        case .panoramas: localized("Panoramas")
        case .videos: localized("Videos")
        case .favorites: localized("Favorites")
        case .timelapses: localized("Time-lapse")
        case .hidden: localized("Hidden")
        case .recentlyAdded: localized("Recently Added")
        case .bursts: localized("Bursts")
        case .slomoVideos: localized("Slo-mo")
        case .userLibrary: localized("Recents")
        case .selfPortraits: localized("Selfies")
        case .screenshots: localized("Screenshots")
        case .depthEffect: localized("Portrait")
        case .livePhotos: localized("Live Photos")
        case .animated: localized("Animated")
        case .longExposures: localized("Long Exposure")
        case .unableToUpload: localized("Unable to Upload")
        case .raw: localized("RAW")
        case .cinematic: localized("Cinematic")
        case .spatial: localized("Spatial")
        case .screenRecordings: localized("Screen Recordings")
        case .recentlyDeleted: localized("Recently Deleted")
        }
    }

    /// The smart album of a title as the server tells it, in the person's language; other titles as they are.
    static func localizedTitle(of title: String) -> String {
        SmartAlbum.allCases.first { $0.title == title }?.localizedTitle ?? title
    }
}
