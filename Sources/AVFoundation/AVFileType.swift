/// The type of a media file, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The uniform type identifier.
    public var rawValue: String

    /// Creates a file type from a uniform type identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a file type from a uniform type identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// QuickTime.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// MPEG-4.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// MPEG-4 in Apple's variant.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// MPEG-4 with audio only.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// 3GPP.
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// WAVE.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// AIFF.
    public static let aiff = AVFileType("public.aiff-audio")
    /// Core Audio.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// MP3.
    public static let mp3 = AVFileType("public.mp3")
    /// JPEG.
    public static let jpg = AVFileType("public.jpeg")
    /// HEIC.
    public static let heic = AVFileType("public.heic")
}
