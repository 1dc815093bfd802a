package import LinuxSystem

/// What a file may be by its extension; the library decides by its content.
package enum FileFamily: Hashable, Sendable {
    /// A picture that may have a RAW file or a paired video beside it.
    case photo
    /// A camera's RAW file.
    case raw
    /// A QuickTime or MP4 movie, which may be the moving half of a Live Photo.
    case movie
    /// A picture or a video that is never part of another asset.
    case other

    /// The family of a name; nil when its extension is not one of a picture or a video.
    package init?(name: FilePath) {
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
            let family = FileFamily.families[String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased()]
        else { return nil }
        self = family
    }

    private static let families: [String: FileFamily] = {
        var result: [String: FileFamily] = ["mov": .movie, "mp4": .movie, "mp": .movie]
        for name in ["jpg", "jpeg", "heic", "heif"] { result[name] = .photo }
        for name in ["nef", "cr2", "cr3", "arw", "dng", "orf", "rw2", "raf", "pef", "srw"] { result[name] = .raw }
        for name in ["png", "gif", "webp", "tif", "tiff", "avif", "jp2", "j2k", "jpx"] { result[name] = .other }
        for name in ["m4v", "avi", "mkv"] { result[name] = .other }
        return result
    }()
}
