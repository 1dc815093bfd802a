/// The supported media types, and their filename extensions.
package enum FilenameExtension {
    /// Without a dot; nil for an unsupported type.
    package static func preferred(forContentType contentType: String) -> String? {
        pictures[contentType] ?? movies[contentType]
    }

    /// Nil also for a type of another kind.
    package static func preferred(forContentType contentType: String, of kind: MediaKind) -> String? {
        switch kind {
        case .image: pictures[contentType]
        case .video: movies[contentType]
        case .unknown, .audio: nil
        }
    }

    private static let pictures = [
        "image/avif": "avif", "image/gif": "gif", "image/heic": "heic", "image/heif": "heif", "image/jp2": "jp2",
        "image/jpeg": "jpg", "image/png": "png", "image/tiff": "tif", "image/webp": "webp",
        "image/x-adobe-dng": "dng", "image/x-canon-cr2": "cr2", "image/x-canon-cr3": "cr3", "image/x-fuji-raf": "raf",
        "image/x-nikon-nef": "nef", "image/x-olympus-orf": "orf", "image/x-panasonic-rw2": "rw2",
        "image/x-pentax-pef": "pef", "image/x-raw": "raw", "image/x-sony-arw": "arw",
    ]
    private static let movies = [
        "video/3gpp": "3gp", "video/mp2t": "mts", "video/mp4": "mp4", "video/mpeg": "mpg", "video/quicktime": "mov",
        "video/webm": "webm", "video/x-m4v": "m4v", "video/x-matroska": "mkv", "video/x-msvideo": "avi",
    ]
}
