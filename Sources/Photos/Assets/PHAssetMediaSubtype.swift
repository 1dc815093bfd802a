/// Finer kinds of media; an asset may be of several.
public struct PHAssetMediaSubtype: OptionSet, Hashable, Sendable {
    /// Apple's bits; unknown ones are kept.
    public var rawValue: UInt

    /// Subtypes from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A panorama.
    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    /// A photo with high dynamic range.
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    /// A photo with a short movie.
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    /// A photo with depth data.
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    /// A picture that moves by itself.
    public static let photoAnimation = PHAssetMediaSubtype(rawValue: 1 << 6)
    /// A photo or movie for two eyes.
    public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1 << 10)
    /// A movie that is never stored here as a whole.
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    /// A movie with many pictures a second.
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    /// A time-lapse movie.
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
    /// A movie of a screen.
    public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 1 << 19)
    /// A movie with a depth of field that can be changed.
    public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
}

/// How an asset came to be chosen from its burst.
public struct PHAssetBurstSelectionType: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt

    /// Selection types from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The system thinks that it is a good one.
    public static let autoPick = PHAssetBurstSelectionType(rawValue: 1 << 0)
    /// The person picked it.
    public static let userPick = PHAssetBurstSelectionType(rawValue: 1 << 1)
}

/// Where an asset came from.
public struct PHAssetSourceType: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt

    /// Sources from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The person's own library.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// An album that somebody shared.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// A computer that the device synchronises with.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}

/// What an app may want to do to an asset.
public enum PHAssetEditOperation: Int, Sendable {
    /// To delete it.
    case delete = 1
    /// To edit its pixels.
    case content = 2
    /// To change its properties.
    case properties = 3
}
