/// Restricts the assets of a picker.
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

    /// Images, including Live Photos.
    public static let images = PHPickerFilter(condition: .kind(.image))
    /// Videos.
    public static let videos = PHPickerFilter(condition: .kind(.video))
    /// Live Photos.
    public static let livePhotos = PHPickerFilter(condition: .subtype(.photoLive))
    /// Photos with depth data.
    public static let depthEffectPhotos = PHPickerFilter(condition: .subtype(.photoDepthEffect))
    /// Photos of bursts.
    public static let bursts = PHPickerFilter(condition: .burst)
    /// Panoramas.
    public static let panoramas = PHPickerFilter(condition: .subtype(.photoPanorama))
    /// Screenshots.
    public static let screenshots = PHPickerFilter(condition: .subtype(.photoScreenshot))
    /// Screen recordings.
    public static let screenRecordings = PHPickerFilter(condition: .subtype(.videoScreenRecording))
    /// Slow-motion videos.
    public static let slomoVideos = PHPickerFilter(condition: .subtype(.videoHighFrameRate))
    /// Time-lapse videos.
    public static let timelapseVideos = PHPickerFilter(condition: .subtype(.videoTimelapse))
    /// Cinematic videos.
    public static let cinematicVideos = PHPickerFilter(condition: .subtype(.videoCinematic))
    /// Spatial photos and videos.
    public static let spatialMedia = PHPickerFilter(condition: .subtype(.spatialMedia))

    /// Assets with this playback style.
    public static func playbackStyle(_ playbackStyle: PHAsset.PlaybackStyle) -> PHPickerFilter {
        PHPickerFilter(condition: .style(playbackStyle))
    }

    /// Assets that match at least one of the filters.
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(condition: .any(subfilters.map(\.condition)))
    }

    /// Assets that match all filters.
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(condition: .all(subfilters.map(\.condition)))
    }

    /// Assets that do not match the filter.
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter {
        PHPickerFilter(condition: .not(filter.condition))
    }
}
