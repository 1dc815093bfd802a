/// The quality of a JPEG file to write.
package enum JPEGQuality {
    package static let range = 1...100

    /// Throws `invalidRequest` for a quality out of range.
    package static func check(_ quality: Int) throws(LibraryError) {
        guard range.contains(quality) else {
            throw LibraryError(
                .invalidRequest,
                "the quality of a JPEG file is \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }
}
