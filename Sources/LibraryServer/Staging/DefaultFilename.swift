internal import CivilDates
internal import LibraryModel

/// The filename for data that an app stages without one, in the manner of cameras: `IMG_20240229_134501.jpg`, from the
/// type and the local time of capture.
struct DefaultFilename {
    let name: String

    /// `now`: microseconds since 1970, for a file without a capture date.
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
