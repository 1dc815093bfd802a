/// What of an asset is asked for less often than its page.
package struct AssetDetails: Hashable, Sendable {
    /// False when there is no such asset, or none that may be seen; nothing else means anything then.
    package var exists = false
    package var title: String?
    package var caption: String?
    /// In the order given.
    package var keywords: [String] = []
    /// The name that the original had when it came in.
    package var filename = ""
    /// Bytes of the original.
    package var fileSize: Int64 = 0

    /// When it was last edited or its edit reverted, in microseconds since 1970; nil when it never was.
    package var adjustedDate: Int64?
    /// As the camera wrote them into the original.
    package var cameraMake: String?
    package var cameraModel: String?

    // What only the person's own tools are told.

    package var dateSource: CaptureDate.Source?
    /// Seconds east of UTC, where the picture was taken.
    package var utcOffset: Int32?
    package var offsetSource: CaptureDate.OffsetSource?
    package var settings = CaptureSettings()
    /// Of those keywords that are in a tree; see `Annotations.keywordPaths`.
    package var keywordPaths: [String] = []
    package var regions: [ImageRegion] = []

    package init() {}

    /// The most assets of one call.
    package static let maximumCount = 768
}
