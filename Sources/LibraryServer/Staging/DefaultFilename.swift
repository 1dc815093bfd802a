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
        let time = CivilTime(instant: date?.instant ?? now, offset: Int64(date?.utcOffset ?? 0))
        let fileExtension = FilenameExtension.preferred(forContentType: metadata.contentType).map { "." + $0 } ?? ""
        name =
            "\(prefix)_\(digits(time.year, 4))\(digits(time.month, 2))\(digits(time.day, 2))_"
            + "\(digits(time.hour, 2))\(digits(time.minute, 2))\(digits(time.second, 2))\(fileExtension)"
    }
}

private func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
