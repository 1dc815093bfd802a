internal import LibraryModel
internal import MediaWorkerProtocol

/// What one file may be and may cost.
package enum MediaLimits {
    /// Pixels of a video's picture: 8K is 33 million, 16K is 133 million.
    static let maximumVideoPixels = 140_000_000
    /// Bytes of address space of the worker, most of it only reserved by the libraries.
    static let addressSpace: UInt64 = 4 << 30
    /// Bytes of what a worker writes, which is memory for the largest picture that is handed around.
    static let largestResult: UInt64 = 1 << 30
    /// Seconds of processor time in a decoder's life, for what a file may have started in it between jobs.
    static let processorTime: UInt64 = 1_800
    /// Seconds of processor time of one export: some hours of a phone's movie.
    static let exportTime: UInt64 = 4 * 3_600
    /// Descriptors that a worker has open.
    static let openFiles: UInt64 = 64
    /// JPEG's quality of thumbnails, 1 to 100.
    package static let thumbnailQuality = 82

    /// The size of a picture as 32-bit numbers, if it is one that is read.
    static func check(_ width: Int32, _ height: Int32) throws(LibraryError) -> (UInt32, UInt32) {
        guard width > 0, height > 0 else { throw .damagedMedia }
        guard PictureBounds.allow(PixelSize(width: Int(width), height: Int(height))) else { throw .oversizedMedia }
        return (UInt32(width), UInt32(height))
    }
}
