/// The kind of a track's content.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Apple's four-character code.
    public var rawValue: String

    /// Creates a media type from a four-character code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a media type from a four-character code.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Video.
    public static let video = AVMediaType("vide")
    /// Audio.
    public static let audio = AVMediaType("soun")
    /// Text.
    public static let text = AVMediaType("text")
    /// Subtitles.
    public static let subtitle = AVMediaType("sbtl")
    /// Closed captions.
    public static let closedCaption = AVMediaType("clcp")
    /// Timecodes.
    public static let timecode = AVMediaType("tmcd")
    /// Timed metadata.
    public static let metadata = AVMediaType("meta")
    /// Audio and video interleaved.
    public static let muxed = AVMediaType("muxx")
    /// Depth maps.
    public static let depthData = AVMediaType("dpth")
}

/// A characteristic of a track.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public var rawValue: String

    /// Creates a characteristic from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Video tracks.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// Audio tracks.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// Text tracks.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    /// High dynamic range video.
    public static let containsHDRVideo = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicContainsHDRVideo")
}
