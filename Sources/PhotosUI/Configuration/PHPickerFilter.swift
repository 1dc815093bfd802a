/// Which photos and movies a picker offers.
public struct PHPickerFilter: Hashable, Sendable {
    indirect enum Condition: Hashable, Sendable {
        case kind(PHAssetMediaType)
        case subtype(PHAssetMediaSubtype)
        case burst
        case style(PHAsset.PlaybackStyle)
        case any([Condition])
        case all([Condition])
        case not(Condition)
    }

    let condition: Condition

    /// Pictures, Live Photos among them.
    public static let images = PHPickerFilter(condition: .kind(.image))
    /// Movies.
    public static let videos = PHPickerFilter(condition: .kind(.video))
    /// Live Photos.
    public static let livePhotos = PHPickerFilter(condition: .subtype(.photoLive))
    /// Photos with depth.
    public static let depthEffectPhotos = PHPickerFilter(condition: .subtype(.photoDepthEffect))
    /// Photos of bursts.
    public static let bursts = PHPickerFilter(condition: .burst)
    /// Panoramas.
    public static let panoramas = PHPickerFilter(condition: .subtype(.photoPanorama))
    /// Pictures of screens.
    public static let screenshots = PHPickerFilter(condition: .subtype(.photoScreenshot))
    /// Movies of screens.
    public static let screenRecordings = PHPickerFilter(condition: .subtype(.videoScreenRecording))
    /// Movies with many pictures a second.
    public static let slomoVideos = PHPickerFilter(condition: .subtype(.videoHighFrameRate))
    /// Time-lapse movies.
    public static let timelapseVideos = PHPickerFilter(condition: .subtype(.videoTimelapse))
    /// Movies with a depth of field that can be changed.
    public static let cinematicVideos = PHPickerFilter(condition: .subtype(.videoCinematic))
    /// Photos and movies for two eyes.
    public static let spatialMedia = PHPickerFilter(condition: .subtype(.spatialMedia))

    /// What is presented in this way.
    public static func playbackStyle(_ playbackStyle: PHAsset.PlaybackStyle) -> PHPickerFilter {
        PHPickerFilter(condition: .style(playbackStyle))
    }

    /// What at least one of the filters offers.
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(condition: .any(subfilters.map(\.condition)))
    }

    /// What all of the filters offer.
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(condition: .all(subfilters.map(\.condition)))
    }

    /// What the filter does not offer.
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter {
        PHPickerFilter(condition: .not(filter.condition))
    }
}
