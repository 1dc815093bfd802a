internal import LibraryModel

/// A photo with its movie appended to the file, as Android phones write it: what its XMP says, in the terms of the
/// Motion Photo format 1.0 or its predecessor, Micro Video.
struct MotionPhoto {
    /// The most entries examined in the directory of a file's parts. Files have two or three.
    private static let maximumParts = 16

    /// The size of the movie, which ends the file, in bytes.
    let movieSize: Int
    /// The time of the still in seconds from the movie's start; nil if unspecified.
    let stillTime: Double?

    init?(_ packet: XMPPacket) {
        let part = (1...MotionPhoto.maximumParts).lazy.map { "Container:Directory[\($0)]/Container:Item/Item:" }
            .first { packet.text($0 + "Semantic") == "MotionPhoto" }
        let size = part.flatMap { packet.text($0 + "Length") } ?? packet.text("GCamera:MicroVideoOffset")
        guard let size = size.flatMap({ Int($0) }), size > 0 else { return nil }
        movieSize = size
        let microseconds = packet.text(
            "GCamera:MotionPhotoPresentationTimestampUs",
            "GCamera:MicroVideoPresentationTimestampUs"
        )
        stillTime = microseconds.flatMap { Int64($0) }.flatMap { $0 >= 0 ? Double($0) / 1_000_000 : nil }
    }

    /// Whether the file ends with a movie of that size.
    func isThere(in source: ByteSource) -> Bool {
        movieSize < source.count && source.bytes(at: source.count - movieSize, 8)?.hasText("ftyp", at: 4) == true
    }
}
