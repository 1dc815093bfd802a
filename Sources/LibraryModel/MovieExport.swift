/// What is to be made of a movie.
package struct MovieExport: Hashable, Sendable {
    /// The container that is written.
    package enum Container: UInt8, CaseIterable, Sendable {
        case quickTime = 1
        case mpeg4 = 2
        /// MPEG-4 as Apple's programs write it.
        case appleMPEG4 = 3
        /// MPEG-4 with the sound alone.
        case sound = 4
        /// Pieces of MPEG-4 for a browser, whose times are those of the whole movie.
        case fragments = 5
    }

    /// Bytes: of the largest movie that is made.
    package static let largestSize: Int64 = 64 << 30
    /// H.264's: less is better.
    package static let qualities: ClosedRange<UInt8> = 0...51

    package var container: Container
    /// Whether pictures, and sound that is not AAC, are encoded anew, as H.264 and AAC.
    package var transcodes = false
    /// The longer side and the shorter side of the box that pictures are made to fit into, whichever way they are
    /// turned; nil for their own size.
    package var box: PixelSize?
    package var quality: UInt8 = 23
    /// Encodes as fast as it can, at the cost of size.
    package var isQuick = false
    package var keepsMetadata = true
    /// Microseconds from the beginning.
    package var start: Int64 = 0
    /// Microseconds; nil for all that follows.
    package var duration: Int64?
    /// Bytes that may be written.
    package var maximumSize = MovieExport.largestSize

    package init(_ container: Container) { self.container = container }

    /// Whether the numbers are ones that may be asked for.
    package var isValid: Bool {
        let sides = 2...PixelImage.maximumSide
        return MovieExport.qualities.contains(quality) && MovieTime.values.contains(start)
            && (duration.map { MovieTime.values.contains($0) } ?? true)
            && (1...MovieExport.largestSize).contains(maximumSize)
            && (box.map { sides.contains($0.width) && sides.contains($0.height) } ?? true)
    }
}
