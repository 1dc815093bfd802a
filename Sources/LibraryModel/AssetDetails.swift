/// Properties of an asset that are needed less often than those of `AssetPage`.
package struct AssetDetails: Hashable, Sendable {
    /// False when the asset does not exist or may not be seen; all other fields are meaningless then.
    package var exists = false
    package var title: String?
    package var caption: String?
    /// In the order given.
    package var keywords: [String] = []
    /// The original's filename at import.
    package var filename = ""
    /// Bytes of the original.
    package var fileSize: Int64 = 0

    /// When it was last edited or its edit reverted, in microseconds since 1970; nil when it never was.
    package var adjustedDate: Int64?
    /// From the original's metadata.
    package var cameraMake: String?
    package var cameraModel: String?

    // For the owner's tools only.

    package var dateSource: CaptureDate.Source?
    /// Seconds east of UTC, where the picture was taken.
    package var utcOffset: Int32?
    package var offsetSource: CaptureDate.OffsetSource?
    package var settings = CaptureSettings()
    /// Hierarchical keywords; see `Annotations.keywordPaths`.
    package var keywordPaths: [String] = []
    package var regions: [ImageRegion] = []
    /// Part of the picture is missing or damaged.
    package var isDamaged = false
    package var otherOriginals: [OtherOriginal] = []

    package init() {}

    /// Make and model for display: most models begin with their make already.
    package var camera: String? {
        guard let model = cameraModel, !model.isEmpty else { return cameraMake }
        guard let make = cameraMake, !make.isEmpty, !model.lowercased().hasPrefix(make.lowercased()) else {
            return model
        }
        return make + " " + model
    }

    /// The most assets of one call.
    package static let maximumCount = 768
    /// The most other originals that are named of one asset.
    package static let maximumOtherOriginals = 16
}

/// An original file of a kind of which another one is shown: two devices gave the asset one each while apart. It stays
/// in the bucket until the asset is deleted for good.
package struct OtherOriginal: Hashable, Sendable {
    package var kind: ResourceKind
    package var filename: String
    /// Bytes.
    package var size: Int64
    /// SHA-256.
    package var digest: [UInt8]

    package init(kind: ResourceKind, filename: String, size: Int64, digest: [UInt8]) {
        self.kind = kind
        self.filename = filename
        self.size = size
        self.digest = digest
    }
}
