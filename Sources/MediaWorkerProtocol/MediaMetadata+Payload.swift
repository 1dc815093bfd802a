package import LibraryModel

// The metadata of a file. Every value that a worker may report has its range here.

extension PayloadWriter {
    /// Drops values out of range, because a file may have any.
    mutating func put(_ metadata: MediaMetadata) {
        put(metadata.kind.rawValue)
        put(metadata.contentType, .token)
        put(metadata.subtypes.rawValue)
        put(metadata.pixelWidth)
        put(metadata.pixelHeight)
        put((1...8).contains(metadata.orientation) ? metadata.orientation : 1)
        put((0...MetadataBounds.duration).contains(metadata.duration) ? metadata.duration : 0)
        put(metadata.isAnimated)
        put(metadata.isDamaged)
        put(metadata.captureDate.flatMap { MetadataBounds.instants.contains($0.instant) ? $0 : nil }) { $0.put($1) }
        put(metadata.location.flatMap { $0.isValid ? $0 : nil }) { $0.put($1) }
        put(metadata.cameraMake) { $0.put($1, .name) }
        put(metadata.cameraModel) { $0.put($1, .name) }
        put(metadata.contentIdentifier) { $0.put($1, .name) }
        put(metadata.burst) { writer, burst in
            writer.put(burst.identifier, .name)
            writer.put(burst.isPick)
        }
        put(metadata.stillTime.flatMap { (0...MetadataBounds.duration).contains($0) ? $0 : nil }) { $0.put($1) }
        put(metadata.embeddedMovieSize.flatMap { $0 > 0 ? $0 : nil }) { $0.put($1) }
        put(metadata.isSideCarUnreadable)
        put(metadata.settings.bounded)
        put(metadata.annotations.bounded)
    }

    private mutating func put(_ date: CaptureDate) {
        put(date.instant)
        put(date.source.rawValue)
        put(date.utcOffset.flatMap { CaptureDate.plausibleOffsets.contains($0) ? $0 : nil }) { writer, offset in
            writer.put(offset)
            writer.put((date.offsetSource ?? .written).rawValue)
        }
    }

    private mutating func put(_ location: Coordinate) {
        put(location.latitude)
        put(location.longitude)
        put(location.altitude.flatMap { MetadataBounds.altitudes.contains($0) ? $0 : nil }) { $0.put($1) }
    }
}

extension PayloadReader {
    mutating func metadata() throws(WorkerChannelFailure) -> MediaMetadata {
        guard let kind = MediaKind(rawValue: try integer()) else { throw .violation }
        let contentType = try text(.token)
        guard FilenameExtension.preferred(forContentType: contentType, of: kind) != nil else { throw .violation }
        let subtypes = MediaSubtypes(rawValue: try integer())
        guard MediaSubtypes.all.isSuperset(of: subtypes) else { throw .violation }
        let size = try self.size()
        guard PictureBounds.allow(size) else { throw .violation }
        var metadata = MediaMetadata(
            kind: kind,
            contentType: contentType,
            pixelWidth: UInt32(clamping: size.width),
            pixelHeight: UInt32(clamping: size.height)
        )
        metadata.subtypes = subtypes
        metadata.orientation = try integer(in: 1...8)
        metadata.duration = try real(in: 0...MetadataBounds.duration)
        metadata.isAnimated = try truth()
        metadata.isDamaged = try truth()
        metadata.captureDate = try optional { reader throws(WorkerChannelFailure) in try reader.captureDate() }
        metadata.location = try optional { reader throws(WorkerChannelFailure) in try reader.location() }
        metadata.cameraMake = try optional { reader throws(WorkerChannelFailure) in try reader.text(.name) }
        metadata.cameraModel = try optional { reader throws(WorkerChannelFailure) in try reader.text(.name) }
        metadata.contentIdentifier = try optional { reader throws(WorkerChannelFailure) in try reader.text(.name) }
        metadata.burst = try optional { reader throws(WorkerChannelFailure) in
            Burst(identifier: try reader.text(.name), isPick: try reader.truth())
        }
        metadata.stillTime = try optional { reader throws(WorkerChannelFailure) in
            try reader.real(in: 0...MetadataBounds.duration)
        }
        metadata.embeddedMovieSize = try optional { reader throws(WorkerChannelFailure) in
            try reader.integer(in: 1...Int64.max)
        }
        metadata.isSideCarUnreadable = try truth()
        metadata.settings = try settings()
        metadata.annotations = try annotations()
        return metadata
    }

    private mutating func captureDate() throws(WorkerChannelFailure) -> CaptureDate {
        let instant = try integer(in: MetadataBounds.instants)
        guard let source = CaptureDate.Source(rawValue: try integer()) else { throw .violation }
        guard try truth() else { return CaptureDate(instant: instant, utcOffset: nil, source: source) }
        let offset = try integer(in: CaptureDate.plausibleOffsets)
        guard let offsetSource = CaptureDate.OffsetSource(rawValue: try integer()) else { throw .violation }
        return CaptureDate(instant: instant, utcOffset: offset, source: source, offsetSource: offsetSource)
    }

    private mutating func location() throws(WorkerChannelFailure) -> Coordinate {
        Coordinate(
            latitude: try real(in: -90...90),
            longitude: try real(in: -180...180),
            altitude: try optional { reader throws(WorkerChannelFailure) in
                try reader.real(in: MetadataBounds.altitudes)
            }
        )
    }
}

/// The limits of an image's size.
package enum PictureBounds {
    /// The most pixels. The largest cameras have 150 megapixels; stitched panoramas have more.
    package static let maximumPixels = 400_000_000
    /// The longest side in pixels. JPEG's own limit is 65,535, libjpeg's 65,500.
    package static let maximumSide = 65_500

    package static func allow(_ size: PixelSize) -> Bool {
        let sides = 1...maximumSide
        return sides.contains(size.width) && sides.contains(size.height) && size.width * size.height <= maximumPixels
    }
}

/// The ranges of metadata values; a worker reports none outside of them.
package enum MetadataBounds {
    /// Seconds: some thirty years.
    package static let duration = 1e9
    /// Microseconds since 1970: the years 1 to 9999.
    package static let instants: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
    /// Metres.
    package static let altitudes = -100_000.0...100_000.0
}

extension MediaSubtypes {
    fileprivate static let all: MediaSubtypes = [
        .photoPanorama, .photoHDR, .photoScreenshot, .photoLive, .photoDepthEffect, .photoAnimation, .spatialMedia,
        .videoScreenRecording, .videoStreamed, .videoHighFrameRate, .videoTimelapse, .videoCinematic,
    ]
}
