internal import CivilDates
internal import LibraryModel

/// The name of a file that comes without one, as bytes from an app do: `IMG_20240229_134501.jpg`, as cameras name
/// theirs, by its type and the local time at which it was taken.
struct DefaultFilename {
    let name: String

    /// `now` in microseconds since 1970, for a file that does not say when it was taken.
    init(_ metadata: MediaMetadata, now: Int64) {
        let prefix =
            switch metadata.kind {
            case .video: "VID"
            case .audio: "AUD"
            case .image, .unknown: "IMG"
            }
        let date = metadata.captureDate
        let time = DateText.compact(date?.instant ?? now, offset: Int64(date?.utcOffset ?? 0))
        let fileExtension = FilenameExtension.preferred(forContentType: metadata.contentType).map { "." + $0 } ?? ""
        name = "\(prefix)_\(time)\(fileExtension)"
    }
}
