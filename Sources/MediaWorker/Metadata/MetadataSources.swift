internal import CivilDates
internal import LibraryModel

/// Merges all metadata of a file and its sidecar. The only place that decides which value wins, by the rules in
/// `Metadata.md`.
struct MetadataSources {
    var sideCar: MetadataBlock?
    var xmp: MetadataBlock?
    var iptc: MetadataBlock?
    var exif: MetadataBlock?
    var container: MetadataBlock?

    private var writtenByPeople: [MetadataBlock] { [sideCar, xmp, iptc, exif, container].compactMap { $0 } }
    private var writtenByCameras: [MetadataBlock] { [sideCar, exif, container, xmp, iptc].compactMap { $0 } }

    var annotations: Annotations {
        let all = writtenByPeople.map(\.annotations)
        var annotations = Annotations()
        annotations.title = all.lazy.compactMap(\.title).first
        annotations.caption = all.lazy.compactMap(\.caption).first
        annotations.rating = all.lazy.compactMap(\.rating).first
        annotations.regions = all.lazy.map(\.regions).first { !$0.isEmpty } ?? []
        // From the same program: another program's hierarchy may be older than its keywords.
        if let words = all.first(where: { !$0.keywords.isEmpty }) {
            annotations.keywords = words.keywords
            annotations.keywordPaths = words.keywordPaths
        }
        return annotations
    }

    var settings: CaptureSettings {
        let all = writtenByCameras.map(\.settings)
        var settings = CaptureSettings()
        settings.lensMake = all.lazy.compactMap(\.lensMake).first
        settings.lensModel = all.lazy.compactMap(\.lensModel).first
        settings.exposureTime = all.lazy.compactMap(\.exposureTime).first
        settings.aperture = all.lazy.compactMap(\.aperture).first
        settings.isoSpeed = all.lazy.compactMap(\.isoSpeed).first
        settings.focalLength = all.lazy.compactMap(\.focalLength).first
        settings.focalLengthOn35mmFilm = all.lazy.compactMap(\.focalLengthOn35mmFilm).first
        settings.exposureBias = all.lazy.compactMap(\.exposureBias).first
        settings.flashFired = all.lazy.compactMap(\.flashFired).first
        return settings
    }

    var location: Coordinate? { writtenByCameras.lazy.compactMap(\.location).first }
    var cameraMake: String? { writtenByCameras.lazy.compactMap(\.cameraMake).first }
    var cameraModel: String? { writtenByCameras.lazy.compactMap(\.cameraModel).first }
    var burst: Burst? { writtenByCameras.lazy.compactMap(\.burst).first }
    var stillTime: Double? { writtenByCameras.lazy.compactMap(\.stillTime).first }

    var captureDate: CaptureDate? {
        if let sideCar, sideCar.isOriginalFinal { return sideCar.original }
        let blocks = writtenByCameras
        let ranked = blocks.map(\.original) + blocks.map(\.created) + blocks.map(\.changed)
        let dates = ranked.compactMap { $0 }
        guard var date = dates.first else { return nil }
        let second = date.localMicroseconds.floored(by: 1_000_000)
        let same = dates.filter {
            $0.offsetSource != .universal
                && $0.localMicroseconds.floored(by: 1_000_000).quotient == second.quotient
        }
        var microsecond = second.remainder
        if microsecond == 0 {
            microsecond = same.lazy.map { $0.localMicroseconds.floored(by: 1_000_000).remainder }.first { $0 != 0 } ?? 0
        }
        if date.offsetSource != .written,
            let other = same.first(where: { $0.offsetSource == .written && $0 != date })
                ?? (date.utcOffset == nil ? same.first { $0.utcOffset != nil } : nil),
            let offset = other.utcOffset, let source = other.offsetSource
        {
            date = CaptureDate(
                instant: (second.quotient - Int64(offset)) * 1_000_000,
                utcOffset: offset,
                source: date.source,
                offsetSource: source == .written ? .otherDate : source
            )
        }
        date.instant += microsecond - date.localMicroseconds.floored(by: 1_000_000).remainder
        return date
    }
}

extension CaptureDate {
    /// The time on the camera's clock, as if it were UTC.
    fileprivate var localMicroseconds: Int64 { instant + Int64(utcOffset ?? 0) * 1_000_000 }
}

extension MediaMetadata {
    mutating func adopt(_ sources: MetadataSources) {
        captureDate = sources.captureDate
        location = sources.location
        cameraMake = sources.cameraMake
        cameraModel = sources.cameraModel
        settings = sources.settings
        burst = sources.burst
        stillTime = sources.stillTime
        annotations = sources.annotations
    }
}
