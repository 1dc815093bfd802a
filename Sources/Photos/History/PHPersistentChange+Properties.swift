import LibraryModel

extension PHPersistentChange {
    /// The changed properties of an object. An addition to PhotoKit.
    ///
    /// All of them for an object that was deleted and restored in one change block.
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The bits, stable across versions.
        public let rawValue: UInt32

        /// Creates properties from bits. Keeps unknown ones.
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
        /// An asset's content: it was edited or reverted.
        public static let content = Properties(.content)
        /// An asset's keywords.
        public static let keywords = Properties(.keywords)
        /// An asset's caption.
        public static let caption = Properties(.caption)
        /// An asset's title, or the `localizedTitle` of an album or folder.
        public static let title = Properties(.title)
        /// The members of an album or folder, or their order.
        public static let members = Properties(.members)
        /// The parent of an album or folder.
        public static let parentFolder = Properties(.parent)
        /// An album's `estimatedAssetCount`, `startDate` or `endDate`, when a member was hidden, shown or got another
        /// date. Inserting and removing members changes ``members`` only.
        public static let summary = Properties(.summary)
        /// An asset's `representsBurst`: ordinary fetches have it now, or do not any more.
        public static let burst = Properties(.burst)
    }
}
