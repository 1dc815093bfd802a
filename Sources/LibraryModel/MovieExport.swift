/// The settings of a movie export.
package struct MovieExport: Hashable, Sendable {
    /// The container of the output.
    package enum Container: UInt8, CaseIterable, Sendable {
        case quickTime = 1
        case mpeg4 = 2
        /// MPEG-4 in Apple's variant.
        case appleMPEG4 = 3
        /// MPEG-4 with audio only.
        case sound = 4
        /// Segments of MPEG-4 for a browser, with the times of the whole movie.
        case fragments = 5
    }

    /// The largest output in bytes.
    package static let largestSize: Int64 = 64 << 30
    /// The range of H.264's CRF: less is better.
    package static let qualities: ClosedRange<UInt8> = 0...51

    package var container: Container
    /// Whether to encode video as H.264, and audio other than AAC as AAC.
    package var transcodes = false
    /// The longer and shorter side of the box that frames are scaled down to fit, in either orientation; nil for the
    /// source's size.
    package var box: PixelSize?
    package var quality: UInt8 = 23
    /// Encodes as fast as possible, at the cost of size.
    package var isQuick = false
    package var keepsMetadata = true
    /// Microseconds from the start.
    package var start: Int64 = 0
    /// Microseconds; nil for the rest.
    package var duration: Int64?
    /// The most bytes to write.
    package var maximumSize = MovieExport.largestSize

    package init(_ container: Container) { self.container = container }

    /// Whether all settings are within their ranges.
    package var isValid: Bool {
        let sides = 2...PixelImage.maximumSide
        return MovieExport.qualities.contains(quality) && MovieTime.values.contains(start)
            && (duration.map { MovieTime.values.contains($0) } ?? true)
            && (1...MovieExport.largestSize).contains(maximumSize)
            && (box.map { sides.contains($0.width) && sides.contains($0.height) } ?? true)
    }
}
