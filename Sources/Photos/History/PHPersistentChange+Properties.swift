import LibraryModel

extension PHPersistentChange {
    /// Which properties of an object changed. Apple's PhotoKit has no such type.
    ///
    /// An object that was deleted and came back in one change block changed in all of them.
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The bits, which stay the same from version to version.
        public let rawValue: UInt32

        /// Properties of bits, also of those that this version has no name for.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        init(_ fields: ChangedFields) { rawValue = fields.rawValue }

        var fields: ChangedFields { ChangedFields(rawValue: rawValue) }

        /// An asset's `creationDate`.
        public static let creationDate = Properties(.creationDate)
        /// An asset's `location`.
        public static let location = Properties(.location)
        /// An asset's `isFavorite`.
        public static let favorite = Properties(.favorite)
        /// An asset's `isHidden`.
        public static let hidden = Properties(.hidden)
        /// An asset's rating.
        public static let rating = Properties(.rating)
        /// An asset's picture, video or sound: an edit was made or reverted.
        public static let content = Properties(.content)
        /// An asset's keywords.
        public static let keywords = Properties(.keywords)
        /// An asset's caption.
        public static let caption = Properties(.caption)
        /// An asset's title, or the `localizedTitle` of an album or folder.
        public static let title = Properties(.title)
        /// What is in an album or folder: members came, went or moved.
        public static let members = Properties(.members)
        /// The folder that an album or folder is in.
        public static let parentFolder = Properties(.parent)
        /// What an album says of its members, `estimatedAssetCount`, `startDate` and `endDate`, since one was hidden,
        /// shown or dated anew. When members come and go, ``members`` alone says so.
        public static let summary = Properties(.summary)
    }
}
