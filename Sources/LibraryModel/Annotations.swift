/// What people wrote about a photo or a video, in whatever program.
package struct Annotations: Hashable, Sendable {
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// Hierarchical keywords, from the root down: `Places|Europe|Rome`.
    package var keywordPaths: [String] = []
    /// 0 to 5; nil when nobody rated it. A rejected photo has 0.
    package var rating: UInt32?
    /// Faces and other things that are marked in the picture.
    package var regions: [ImageRegion] = []

    package init() {}

    package var isEmpty: Bool { self == Annotations() }

    /// Between the names of a keyword path, as Lightroom writes it.
    package static let pathSeparator: Character = "|"

    /// Bytes.
    private static let maximumTitleLength = 1_024
    private static let maximumCaptionLength = 16_384
    private static let maximumNameLength = 512
    /// Bytes of all keywords, of all keyword paths, and of the regions' names. With title, caption and the rest of the
    /// metadata they fit into one frame between server and worker.
    private static let maximumKeywordBytes = 12_288
    private static let maximumPathBytes = 8_192
    private static let maximumRegionBytes = 6_144
    private static let maximumKeywords = 512
    private static let maximumRegions = 64

    /// A copy with shortened texts without control characters, and with numbers in range: a file may say anything, and
    /// may have taken over the worker that read it.
    package var bounded: Annotations {
        var bounded = Annotations()
        bounded.title = title?.cleaned(maximumLength: Annotations.maximumTitleLength)
        bounded.caption = caption?.cleaned(maximumLength: Annotations.maximumCaptionLength, keepsLines: true)
        bounded.keywords = Annotations.distinct(keywords, Annotations.maximumKeywordBytes)
        bounded.keywordPaths = Annotations.distinct(keywordPaths, Annotations.maximumPathBytes)
        bounded.rating = rating.map { min($0, AssetUpdate.maximumRating) }
        var left = Annotations.maximumRegionBytes
        bounded.regions = regions.prefix(Annotations.maximumRegions).compactMap { region in
            guard region.isInPicture else { return nil }
            var region = region
            region.name = region.name?.cleaned(maximumLength: Annotations.maximumNameLength)
            region.kind = region.kind?.cleaned(maximumLength: Annotations.maximumNameLength)
            left -= (region.name?.utf8.count ?? 0) + (region.kind?.utf8.count ?? 0) + ImageRegion.overhead
            return left >= 0 ? region : nil
        }
        return bounded
    }

    private static func distinct(_ texts: [String], _ maximumBytes: Int) -> [String] {
        var seen: Set<String> = []
        var left = maximumBytes
        return texts.prefix(maximumKeywords).compactMap { text in
            guard let text = text.cleaned(maximumLength: maximumNameLength), seen.insert(text).inserted else {
                return nil
            }
            left -= text.utf8.count
            return left >= 0 ? text : nil
        }
    }
}

/// A face, a pet, or another thing in a picture, and where it is.
package struct ImageRegion: Hashable, Sendable {
    package var name: String?
    /// `Face`, `Pet`, `Focus`, `BarCode` (Metadata Working Group), or another word.
    package var kind: String?
    /// The middle of the region and its sides, as parts of the picture's width and height from its top left.
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(name: String?, kind: String?, x: Double, y: Double, width: Double, height: Double) {
        self.name = name
        self.kind = kind
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Bytes of a region on the wire beside its texts.
    fileprivate static let overhead = 48

    fileprivate var isInPicture: Bool { [x, y, width, height].allSatisfy { (0...1).contains($0) } }
}

extension String {
    /// The text without control characters and surrounding blanks, cut between characters to at most `maximumLength`
    /// bytes; nil when nothing is left.
    package func cleaned(maximumLength: Int, keepsLines: Bool = false) -> String? {
        var scalars = String.UnicodeScalarView()
        var length = 0
        var isBehindReturn = false
        for scalar in unicodeScalars {
            // Old Macs ended lines with a carriage return alone.
            let isSecondHalf = isBehindReturn && scalar == "\n"
            isBehindReturn = scalar == "\r"
            if isSecondHalf || scalars.isEmpty && scalar.properties.isWhitespace { continue }
            if ["\n", "\r", "\t"].contains(scalar) {
                length += 1
                scalars.append(keepsLines ? (scalar == "\t" ? "\t" : "\n") : " ")
            } else if scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) {
                length += UTF8.width(scalar)
                scalars.append(scalar)
            }
            if length > maximumLength { break }
        }
        var text = String(scalars)
        while length > maximumLength, let last = text.popLast() { length -= last.utf8.count }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text.isEmpty ? nil : text
    }
}
