package import LibraryModel

/// Kinds of media that a person can restrict a search to.
package enum MediaFilter: String, Sendable, CaseIterable {
    case images, videos, livePhotos, screenshots, panoramas, selfies, favorites, slomo, timelapse, bursts, raw, spatial
    case cinematic, animated, portraits, screenRecordings, hdr, edited

    package var predicate: PredicateProgram { condition.program }

    var condition: SearchCondition {
        switch self {
        case .images: .equal("mediaType", .integer(Int64(MediaKind.image.rawValue)))
        case .videos: .equal("mediaType", .integer(Int64(MediaKind.video.rawValue)))
        case .livePhotos: .subtype(.photoLive)
        case .screenshots: .subtype(.photoScreenshot)
        case .panoramas: .subtype(.photoPanorama)
        // The library keeps no evidence of a front camera. The smart album is empty, too.
        case .selfies: .constant(false)
        case .favorites: .equal("isFavorite", .boolean(true))
        case .slomo: .subtype(.videoHighFrameRate)
        case .timelapse: .subtype(.videoTimelapse)
        case .bursts: .compare("burstIdentifier", .notEqual, [], .null)
        case .raw: .equal("isRAW", .boolean(true))
        case .spatial: .subtype(.spatialMedia)
        case .cinematic: .subtype(.videoCinematic)
        case .animated: .subtype(.photoAnimation)
        case .portraits: .subtype(.photoDepthEffect)
        case .screenRecordings: .subtype(.videoScreenRecording)
        case .hdr: .subtype(.photoHDR)
        case .edited: .equal("hasAdjustments", .boolean(true))
        }
    }

    /// The name for people, in English.
    package var words: String {
        switch self {
        case .livePhotos: "live photos"
        case .screenRecordings: "screen recordings"
        case .slomo: "slo-mo"
        case .timelapse: "time-lapse"
        default: rawValue
        }
    }
}
