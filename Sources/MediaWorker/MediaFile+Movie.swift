internal import CMedia
internal import CivilDates
internal import LibraryModel

// MP4, QuickTime, Matroska and others, through libav.

extension MediaFile {
    /// Frames per second from which a video counts as slow motion.
    private static let highFrameRate = 119.0

    func readMovieMetadata(demuxer: String, _ sideCar: MetadataBlock?) throws(LibraryError) -> MediaMetadata {
        let movie = try OpenMovie(descriptor, demuxer: demuxer)
        let header = movie.header
        let (width, height) = try MediaLimits.check(header.width, header.height)
        let isTurned = header.orientation >= 5
        var metadata = MediaMetadata(
            kind: .video,
            contentType: format.contentType,
            pixelWidth: isTurned ? height : width,
            pixelHeight: isTurned ? width : height
        )
        metadata.orientation = UInt8(clamping: header.orientation)
        metadata.duration = header.duration
        metadata.subtypes = MediaFile.subtypes(of: movie)
        if demuxer == "mov", ISOBoxes(source).hasTimedMetadata("com.apple.quicktime.cinematic-video.") {
            metadata.subtypes.insert(.videoCinematic)
        }
        var tags = MetadataBlock()
        tags.original =
            MovieDates(
                local: [movie.tag("com.apple.quicktime.creationdate"), movie.tag("date")],
                universal: movie.tag("creation_time")
            )
            .captureDate
        tags.location =
            (movie.tag("com.apple.quicktime.location.ISO6709") ?? movie.tag("location"))
            .flatMap { Coordinate(iso6709: $0) }
        tags.cameraMake = movie.tag("com.apple.quicktime.make") ?? movie.tag("make")
        tags.cameraModel = movie.tag("com.apple.quicktime.model") ?? movie.tag("model")
        tags.annotations.title = movie.text("com.apple.quicktime.title") ?? movie.text("title")
        tags.annotations.caption = movie.text("com.apple.quicktime.description") ?? movie.text("description")
        tags.annotations.keywords = (movie.text("com.apple.quicktime.keywords") ?? movie.text("keywords") ?? "")
            .split(separator: ",").map(String.init)
        tags.annotations = tags.annotations.bounded
        if demuxer == "mov" { tags.stillTime = ISOBoxes(source).stillImageTime }
        var sources = MetadataSources()
        sources.container = tags
        sources.xmp =
            demuxer == "mov" ? ISOBoxes(source).movieXMP.flatMap(XMPPacket.init).map { MetadataBlock($0, .xmp) } : nil
        sources.sideCar = sideCar
        metadata.adopt(sources)
        metadata.contentIdentifier = movie.tag("com.apple.quicktime.content.identifier")
        return metadata
    }

    /// The kind of recording, from the metadata.
    private static func subtypes(of movie: borrowing OpenMovie) -> MediaSubtypes {
        var subtypes: MediaSubtypes = []
        // Android writes slow motion with the playback rate, and stores the capture rate as a tag.
        let captured = movie.tag("com.android.capture.fps").flatMap { Double($0) } ?? 0
        if max(movie.header.frame_rate, captured) >= highFrameRate { subtypes.insert(.videoHighFrameRate) }
        if movie.tag("com.apple.photos.captureMode") == "Time-lapse" { subtypes.insert(.videoTimelapse) }
        return subtypes
    }

    func decodePoster(demuxer: String, fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        let movie = try OpenMovie(descriptor, demuxer: demuxer)
        _ = try MediaLimits.check(movie.header.width, movie.header.height)
        return try movie.poster(fitting: size)
    }
}

/// The recording date, from the tags.
struct MovieDates {
    /// Tags with a local time and its offset, best first: Apple's current date, and its older one.
    let local: [String?]
    /// The date of the movie header, in UTC.
    let universal: String?

    var captureDate: CaptureDate? {
        for text in local {
            guard let stamp = text.flatMap({ TimestampText($0) }), let offset = stamp.utcOffset else { continue }
            let instant = stamp.time.microsecondsAsUTC - Int64(offset) * 1_000_000
            return CaptureDate(instant: instant, utcOffset: offset, source: .container)
        }
        // A camera whose clock was never set writes the start of an epoch.
        guard let stamp = universal.flatMap({ TimestampText($0) }), stamp.time.year > 1970 else { return nil }
        return CaptureDate(
            instant: stamp.time.microsecondsAsUTC,
            utcOffset: 0,
            source: .container,
            offsetSource: .universal
        )
    }
}

extension Coordinate {
    /// `+37.3349-122.0090+013.000/`, or degrees with minutes (`+3720.1-12200.5/`) and seconds. Nil for anything else.
    init?(iso6709 text: String) {
        var numbers: [(sign: Double, whole: Substring, text: Substring)] = []
        var rest = text.prefix { $0 != "/" && $0 != "C" }
        while let sign = rest.first, sign == "+" || sign == "-", numbers.count < 3 {
            let body = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            numbers.append((sign == "-" ? -1 : 1, body.prefix { $0 != "." }, body))
            rest = rest.dropFirst(1 + body.count)
        }
        guard numbers.count >= 2, rest.isEmpty,
            let latitude = Coordinate.degrees(numbers[0].text, numbers[0].whole.count, degreeDigits: 2),
            let longitude = Coordinate.degrees(numbers[1].text, numbers[1].whole.count, degreeDigits: 3)
        else { return nil }
        self.init(latitude: numbers[0].sign * latitude, longitude: numbers[1].sign * longitude)
        guard isValid, self.latitude != 0 || self.longitude != 0 else { return nil }
        if numbers.count == 3, let metres = Double(numbers[2].text), metres <= 100_000 {
            altitude = numbers[2].sign * metres
        }
    }

    private static func degrees(_ text: Substring, _ wholeDigits: Int, degreeDigits: Int) -> Double? {
        guard let value = Double(text) else { return nil }
        switch wholeDigits - degreeDigits {
        case ...0: return value
        case 2:
            let degrees = (value / 100).rounded(.down)
            return degrees + (value - degrees * 100) / 60
        case 4:
            let degrees = (value / 10_000).rounded(.down)
            let minutes = ((value - degrees * 10_000) / 100).rounded(.down)
            return degrees + minutes / 60 + (value - degrees * 10_000 - minutes * 100) / 3600
        default: return nil
        }
    }
}

/// A movie whose tracks were read.
@safe
struct OpenMovie: ~Copyable {
    let movie: OpaquePointer

    init(_ descriptor: CInt, demuxer: String) throws(LibraryError) {
        var opened: OpaquePointer?
        let status = unsafe cmedia_movie_open(descriptor, demuxer, Int64(MediaLimits.maximumVideoPixels), &opened)
        guard status == CMEDIA_OK, let opened = unsafe opened else { throw LibraryError(status) }
        unsafe movie = opened
    }

    deinit { unsafe cmedia_movie_close(movie) }

    var header: cmedia_movie_header { unsafe cmedia_movie_get_header(movie) }

    func tag(_ key: String) -> String? { text(key).flatMap { String(cleaning: $0.utf8) } }

    /// Like `text`, for what people wrote: not shortened.
    func text(_ key: String) -> String? {
        guard let text = unsafe cmedia_movie_get_tag(movie, key) else { return nil }
        return unsafe String(cString: text)
    }

    func poster(fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        var buffer = unsafe cmedia_buffer()
        let status = unsafe cmedia_movie_poster(movie, Int32(size.width), Int32(size.height), &buffer)
        guard status == CMEDIA_OK else { throw LibraryError(status) }
        return try unsafe PixelImage(taking: &buffer)
    }
}
