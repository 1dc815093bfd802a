/// Subtypes of media. An asset can have several.
public struct PHAssetMediaSubtype: OptionSet, Hashable, Sendable {
    /// PhotoKit's bits. Keeps unknown ones.
    public var rawValue: UInt

    /// Creates subtypes from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A panorama.
    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    /// A photo with high dynamic range.
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    /// A screenshot.
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    /// A Live Photo.
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    /// A photo with depth data.
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    /// An animated picture.
    public static let photoAnimation = PHAssetMediaSubtype(rawValue: 1 << 6)
    /// A spatial photo or video.
    public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1 << 10)
    /// A streamed video. The library has none.
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    /// A high-frame-rate video.
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    /// A time-lapse video.
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
    /// A screen recording.
    public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 1 << 19)
    /// A cinematic video, whose depth of field can be edited.
    public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
}

/// How an asset was selected in its burst.
public struct PHAssetBurstSelectionType: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt

    /// Creates selection types from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Selected by the system.
    public static let autoPick = PHAssetBurstSelectionType(rawValue: 1 << 0)
    /// Selected by the person.
    public static let userPick = PHAssetBurstSelectionType(rawValue: 1 << 1)
}

/// The sources of assets.
public struct PHAssetSourceType: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt

    /// Creates sources from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The person's own library.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// A shared album.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// Synchronized from a computer.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}

/// Kinds of edits of an asset.
public enum PHAssetEditOperation: Int, Sendable {
    /// Deleting the asset.
    case delete = 1
    /// Editing its content.
    case content = 2
    /// Changing its properties.
    case properties = 3
}
