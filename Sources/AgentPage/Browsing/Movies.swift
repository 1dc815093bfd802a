internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Movies on the page: videos, the movies of Live Photos, and animations.
///
/// The browser gets the original file if it can be expected to play it, otherwise segments that are encoded on demand,
/// so that no more is encoded than is watched.
final class Movies: Sendable {
    /// A file of an asset.
    private enum Part: String {
        /// The video, or the image, with its edits.
        case shown
        /// The movie of a Live Photo.
        case live

        var kinds: [ResourceKind] {
            switch self {
            case .shown: [.fullSizeVideo, .video, .fullSizePhoto, .photo]
            case .live: [.fullSizePairedVideo, .pairedVideo]
            }
        }
    }

    private struct FactsJSON: Encodable {
        /// Seconds.
        var duration: Double
        var hasSound: Bool
        /// Whether browsers play the file itself.
        var isPlain: Bool
        /// The duration of a segment in seconds.
        var pieceLength: Double
    }

    /// The duration of a segment in microseconds.
    private static let pieceLength: Int64 = 4_000_000
    /// The box in pixels that a segment fits into.
    private static let pieceBox = PixelSize(width: 1_280, height: 720)
    /// The CRF of H.264.
    private static let pieceQuality: UInt8 = 26
    /// The largest segment in bytes.
    private static let maximumPiece: Int64 = 64 << 20
    /// The most segments of a movie: a week.
    private static let maximumPieces = 7 * 86_400 / 4
    /// Containers and codecs that every browser plays.
    private static let plainContainers: Set<String> = ["video/mp4", "video/x-m4v", "video/quicktime", "video/webm"]
    private static let plainPictures: Set<String> = ["avc1", "avc3", "vp08", "vp09"]
    private static let plainSounds: Set<String> = ["mp4a", "Opus", "opus"]
    /// Animations, which browsers display.
    private static let animations: Set<String> = ["image/gif", "image/webp", "image/png", "image/avif"]

    private let client: LibraryClient
    /// One segment at a time.
    private let encoding = Mutex<Void>(())

    init(_ client: LibraryClient) { self.client = client }

    private func resource(_ asset: ObjectID, _ part: String) throws -> ResourceInfo {
        guard let part = Part(rawValue: part) else { throw RequestFailure.notFound }
        let files = try client.resources(of: asset)
        guard let file = part.kinds.lazy.compactMap({ kind in files.first { $0.kind == kind } }).first else {
            throw RequestFailure.notFound
        }
        return file
    }

    /// Returns the file, or the requested part of it.
    func file(of asset: ObjectID, _ part: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let resource = try resource(asset, part)
        let type = resource.contentType
        guard Movies.animations.contains(type) || type.hasPrefix("video/") else { throw RequestFailure.notFound }
        let file = try client.openResource(resource.kind, of: asset, NetworkAccess())
        let size = UInt64(clamping: try file.status().size)
        // QuickTime's boxes are those of MPEG-4, and browsers know this media type.
        let name = type == "video/quicktime" || type == "video/x-m4v" ? "video/mp4" : type
        return HTTPResponse(file, ofSize: size, request, headers: [("Content-Type", name)])
    }

    /// What the page has to know before playback.
    func facts(of asset: ObjectID, _ part: String) throws -> HTTPResponse {
        let resource = try resource(asset, part)
        let movie = try client.describeMovie(try client.openResource(resource.kind, of: asset, NetworkAccess()))
        let sounds = movie.tracks.filter { $0.kind == .audio && $0.format != 0 }
        let pictures = movie.tracks.filter { $0.kind == .video }
        let isPlain =
            Movies.plainContainers.contains(resource.contentType)
            && pictures.allSatisfy { Movies.plainPictures.contains($0.formatText) }
            && sounds.allSatisfy { Movies.plainSounds.contains($0.formatText) }
        return try HTTPResponse(
            json: FactsJSON(
                duration: movie.duration.seconds,
                hasSound: !sounds.isEmpty,
                isPlain: isPlain,
                pieceLength: Double(Movies.pieceLength) / 1_000_000
            )
        )
    }

    /// Returns a segment of a movie, encoded for the browser.
    func piece(of asset: ObjectID, _ part: String, _ number: String) throws -> HTTPResponse {
        guard let number = Int(number), (0..<Movies.maximumPieces).contains(number) else {
            throw RequestFailure.notFound
        }
        let resource = try resource(asset, part)
        var export = MovieExport(.fragments)
        export.transcodes = true
        export.isQuick = true
        export.keepsMetadata = false
        export.box = Movies.pieceBox
        export.quality = Movies.pieceQuality
        export.start = Int64(number) * Movies.pieceLength
        export.duration = Movies.pieceLength
        export.maximumSize = Movies.maximumPiece
        let piece = try SealedMemory.makeUnsealed()
        try encoding.withLock { _ in
            let file = try client.openResource(resource.kind, of: asset, NetworkAccess())
            try client.exportMovie(export, of: file, to: piece)
        }
        let size = UInt64(clamping: try piece.status().size)
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "video/mp4")],
            body: .file(piece, ByteRange(offset: 0, count: size))
        )
    }
}

extension MovieTrack {
    /// The four-character code of the format.
    fileprivate var formatText: String {
        let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: format >> $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
