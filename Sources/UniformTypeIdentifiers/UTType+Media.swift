// The known types, with the identifiers that Apple's systems declare.

extension UTType {
    /// Anything.
    public static let item = UTType(.init(identifier: "public.item"))
    /// Anything with content.
    public static let content = UTType(.init(identifier: "public.content"))
    /// Bytes of any kind.
    public static let data = UTType(.init(identifier: "public.data", parents: ["public.item"]))
    /// Images, movies and audio.
    public static let audiovisualContent = UTType(
        .init(identifier: "public.audiovisual-content", parents: ["public.data", "public.content"])
    )
    /// Images.
    public static let image = UTType(.init(identifier: "public.image", parents: ["public.data", "public.content"]))
    /// Movies, with or without audio.
    public static let movie = UTType(.init(identifier: "public.movie", parents: ["public.audiovisual-content"]))
    /// Movies without audio.
    public static let video = UTType(.init(identifier: "public.video", parents: ["public.movie"]))
    /// Audio.
    public static let audio = UTType(.init(identifier: "public.audio", parents: ["public.audiovisual-content"]))

    /// Text of any kind.
    public static let text = UTType(.init(identifier: "public.text", parents: ["public.data", "public.content"]))
    /// Plain text.
    public static let plainText = writing("public.plain-text", ["txt", "text"], ["text/plain"])
    /// Plain text in UTF-8.
    public static let utf8PlainText = writing("public.utf8-plain-text", [], [], kindOf: "public.plain-text")
    /// JSON.
    public static let json = writing("public.json", ["json"], ["application/json"])
    /// PDF.
    public static let pdf = writing("com.adobe.pdf", ["pdf"], ["application/pdf"], kindOf: "public.data")
    /// ZIP archives.
    public static let zip = writing("public.zip-archive", ["zip"], ["application/zip"], kindOf: "public.data")
    /// URLs.
    public static let url = UTType(.init(identifier: "public.url", parents: ["public.data"]))
    /// URLs of files.
    public static let fileURL = UTType(.init(identifier: "public.file-url", parents: ["public.url"]))
    /// Folders of any kind.
    public static let directory = UTType(.init(identifier: "public.directory", parents: ["public.item"]))
    /// Folders that are displayed as folders, unlike packages.
    public static let folder = UTType(.init(identifier: "public.folder", parents: ["public.directory"]))

    /// JPEG.
    public static let jpeg = picture("public.jpeg", ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"])
    /// PNG.
    public static let png = picture("public.png", ["png"], ["image/png"])
    /// GIF, possibly animated.
    public static let gif = picture("com.compuserve.gif", ["gif"], ["image/gif"])
    /// TIFF.
    public static let tiff = picture("public.tiff", ["tiff", "tif"], ["image/tiff"])
    /// Windows bitmaps.
    public static let bmp = picture("com.microsoft.bmp", ["bmp"], ["image/bmp", "image/x-bmp"])
    /// WebP.
    public static let webP = picture("org.webmproject.webp", ["webp"], ["image/webp"])
    /// HEIF with any codec.
    public static let heif = picture("public.heif", ["heif"], ["image/heif"])
    /// HEIF with HEVC.
    public static let heic = picture("public.heic", ["heic"], ["image/heic"])
    /// Image sequences in HEIF with HEVC.
    public static let heics = picture("public.heics", ["heics"], ["image/heic-sequence"])
    /// Windows icons.
    public static let ico = picture("com.microsoft.ico", ["ico"], ["image/vnd.microsoft.icon", "image/x-icon"])
    /// SVG.
    public static let svg = picture("public.svg-image", ["svg"], ["image/svg+xml"])
    /// Camera RAW.
    public static let rawImage = picture("public.camera-raw-image", [], ["image/x-raw"])
    /// Live Photos: a photo with a short movie.
    public static let livePhoto = UTType(.init(identifier: "com.apple.live-photo", parents: ["public.content"]))

    /// QuickTime movies.
    public static let quickTimeMovie = film("com.apple.quicktime-movie", ["mov", "qt"], ["video/quicktime"])
    /// MPEG-4 movies.
    public static let mpeg4Movie = film("public.mpeg-4", ["mp4"], ["video/mp4"])
    /// MPEG-1 and MPEG-2 movies.
    public static let mpeg = film("public.mpeg", ["mpg", "mpeg"], ["video/mpeg"])
    /// MPEG-2 video.
    public static let mpeg2Video = film("public.mpeg-2-video", ["m2v"], ["video/mpeg2"])
    /// MPEG-2 transport streams.
    public static let mpeg2TransportStream = film(
        "public.mpeg-2-transport-stream",
        ["ts", "mts", "m2ts"],
        ["video/mp2t"]
    )
    /// AVI movies.
    public static let avi = film("public.avi", ["avi"], ["video/x-msvideo", "video/avi"])

    /// MP3.
    public static let mp3 = sound("public.mp3", ["mp3"], ["audio/mpeg"])
    /// MPEG-4 audio.
    public static let mpeg4Audio = sound("public.mpeg-4-audio", ["m4a"], ["audio/mp4", "audio/x-m4a"])
    /// WAVE.
    public static let wav = sound("com.microsoft.waveform-audio", ["wav"], ["audio/wav", "audio/x-wav"])
    /// AIFF.
    public static let aiff = sound("public.aiff-audio", ["aiff", "aif"], ["audio/aiff", "audio/x-aiff"])

    private static func picture(
        _ identifier: String,
        _ extensions: [String],
        _ mediaTypes: [String],
        kindOf parent: String = "public.image"
    ) -> UTType {
        UTType(.init(identifier: identifier, parents: [parent], extensions: extensions, mediaTypes: mediaTypes))
    }

    private static func writing(
        _ identifier: String,
        _ extensions: [String],
        _ mediaTypes: [String],
        kindOf parent: String = "public.text"
    ) -> UTType {
        picture(identifier, extensions, mediaTypes, kindOf: parent)
    }

    private static func raw(_ identifier: String, _ extensions: [String], _ mediaType: String) -> UTType {
        picture(identifier, extensions, [mediaType], kindOf: "public.camera-raw-image")
    }

    private static func film(_ identifier: String, _ extensions: [String], _ mediaTypes: [String]) -> UTType {
        picture(identifier, extensions, mediaTypes, kindOf: "public.movie")
    }

    private static func sound(_ identifier: String, _ extensions: [String], _ mediaTypes: [String]) -> UTType {
        picture(identifier, extensions, mediaTypes, kindOf: "public.audio")
    }

    /// Types without a constant in Apple's module.
    private static let unnamed = [
        picture("public.avif", ["avif"], ["image/avif"]),
        picture("public.jpeg-2000", ["jp2", "j2k", "jpf", "jpx"], ["image/jp2"]),
        picture("public.jpeg-xl", ["jxl"], ["image/jxl"]),
        raw("com.adobe.raw-image", ["dng"], "image/x-adobe-dng"),
        raw("com.canon.cr2-raw-image", ["cr2"], "image/x-canon-cr2"),
        raw("com.canon.cr3-raw-image", ["cr3"], "image/x-canon-cr3"),
        raw("com.nikon.raw-image", ["nef"], "image/x-nikon-nef"),
        raw("com.sony.arw-raw-image", ["arw"], "image/x-sony-arw"),
        raw("com.fuji.raw-image", ["raf"], "image/x-fuji-raf"),
        raw("com.olympus.raw-image", ["orf"], "image/x-olympus-orf"),
        raw("com.panasonic.rw2-raw-image", ["rw2"], "image/x-panasonic-rw2"),
        raw("com.pentax.raw-image", ["pef"], "image/x-pentax-pef"),
        film("com.apple.m4v-video", ["m4v"], ["video/x-m4v"]),
        film("public.3gpp", ["3gp", "3gpp"], ["video/3gpp"]),
        film("org.matroska.mkv", ["mkv"], ["video/x-matroska"]),
        film("org.webmproject.webm", ["webm"], ["video/webm"]),
    ]

    static let table = Table(
        [
            item, content, data, text, plainText, utf8PlainText, json, pdf, zip, url, fileURL, directory, folder,
            audiovisualContent, image, movie, video, audio, jpeg, png, gif, tiff, bmp, webP, heif, heic, heics, ico,
            svg,
            rawImage, livePhoto, quickTimeMovie, mpeg4Movie, mpeg, mpeg2Video, mpeg2TransportStream, avi, mp3,
            mpeg4Audio, wav, aiff,
        ] + unnamed
    )

    /// The types by identifier, extension and media type.
    struct Table: Sendable {
        private(set) var types: [String: UTType] = [:]
        private(set) var byExtension: [String: UTType] = [:]
        private(set) var byMediaType: [String: UTType] = [:]

        init(_ all: [UTType]) {
            for type in all {
                types[type.identifier] = type
                for name in type.declaration.extensions { byExtension[name] = type }
                for name in type.declaration.mediaTypes { byMediaType[name] = type }
            }
        }
    }
}
