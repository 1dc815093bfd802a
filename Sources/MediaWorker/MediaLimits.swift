internal import LibraryModel
internal import MediaWorkerProtocol

/// The limits of one file.
package enum MediaLimits {
    /// The most pixels of a video frame: 8K has 33 million, 16K has 133 million.
    static let maximumVideoPixels = 140_000_000
    /// The worker's address space in bytes, most of which libraries only reserve.
    static let addressSpace: UInt64 = 4 << 30
    /// The most bytes that a worker writes to memory: the largest image that is passed on.
    static let largestResult: UInt64 = 1 << 30
    /// Processor time of a decoder process in seconds, against files that keep it busy between jobs.
    static let processorTime: UInt64 = 1_800
    /// Processor time of one export in seconds: some hours of a phone's movie.
    static let exportTime: UInt64 = 4 * 3_600
    /// The most open descriptors of a worker. It sends none while this person's programs have more than that in flight
    /// (ETOOMANYREFS, unix(7)), and browsers and shells have hundreds: so as many as the server.
    static let openFiles: UInt64 = 8_192
    /// The JPEG quality of thumbnails, 1 to 100.
    package static let thumbnailQuality = 82

    /// The size of an image as 32-bit numbers, if it is within the limits.
    static func check(_ width: Int32, _ height: Int32) throws(LibraryError) -> (UInt32, UInt32) {
        guard width > 0, height > 0 else { throw .damagedMedia }
        guard PictureBounds.allow(PixelSize(width: Int(width), height: Int(height))) else { throw .oversizedMedia }
        return (UInt32(width), UInt32(height))
    }
}
