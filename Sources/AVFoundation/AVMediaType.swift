/// What a track has in it.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Apple's four characters.
    public var rawValue: String

    /// A kind by its four characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A kind by its four characters.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Text.
    public static let text = AVMediaType("text")
    /// Subtitles.
    public static let subtitle = AVMediaType("sbtl")
    /// Subtitles for those who do not hear.
    public static let closedCaption = AVMediaType("clcp")
    /// The time of each picture, as film makers count it.
    public static let timecode = AVMediaType("tmcd")
    /// What is told of the moments of a movie.
    public static let metadata = AVMediaType("meta")
    /// Pictures and sound in one.
    public static let muxed = AVMediaType("muxx")
    /// Depths.
    public static let depthData = AVMediaType("dpth")
}

/// What is true of a track or a movie.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public var rawValue: String

    /// A characteristic by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is something to see.
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    /// There is something to hear.
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    /// There is something to read.
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    /// Colours are brighter than a screen's white.
    public static let containsHDRVideo = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicContainsHDRVideo")
}
