import LibraryModel

extension PHPersistentChange {
    /// Restricts the changes of a history fetch. The library applies it. An addition to PhotoKit.
    ///
    /// All properties that are not nil must match. Omits changes of which nothing is left. Changes whose details cannot
    /// be rebuilt always pass.
    public struct Filter: Hashable, Sendable {
        /// Only objects of these types.
        public var objectTypes: Set<PHObjectType>?
        /// Only updates of any of these properties; empty for no updates. Insertions and deletions always pass, so that
        /// a copy of some properties keeps the right objects.
        public var properties: Properties?
        /// Only these objects. The fetch throws `limitExceeded` for more than `maximumIdentifiers`.
        public var localIdentifiers: Set<String>?
        /// Only changes by these authors.
        public var authors: Set<Author>?

        /// The most identifiers of a filter.
        public static let maximumIdentifiers = HistoryFilter.maximumObjects

        /// Creates a filter that everything passes.
        public init() {}

        /// Creates a filter.
        public init(
            objectTypes: Set<PHObjectType>? = nil,
            properties: Properties? = nil,
            localIdentifiers: Set<String>? = nil,
            authors: Set<Author>? = nil
        ) {
            self.objectTypes = objectTypes
            self.properties = properties
            self.localIdentifiers = localIdentifiers
            self.authors = authors
        }

        /// The filter of the request. Malformed identifiers match no object.
        var filter: HistoryFilter {
            var filter = HistoryFilter()
            filter.kinds = objectTypes?.map(\.kind)
            filter.fields = properties?.fields
            filter.objects = localIdentifiers?.compactMap { LocalIdentifier($0) }
            filter.authors = authors?.map(\.author)
            return filter
        }
    }
}
