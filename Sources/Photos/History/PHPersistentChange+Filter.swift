import LibraryModel

extension PHPersistentChange {
    /// Which changes history is asked for. The library does the filtering. Apple's PhotoKit has no such type.
    ///
    /// A property that is nil restricts nothing; all that are not nil must hold. Changes of which nothing is left are
    /// not told at all. A stretch of history that cannot be rebuilt is told whatever the filter says.
    public struct Filter: Hashable, Sendable {
        /// Only objects of these types.
        public var objectTypes: Set<PHObjectType>?
        /// Only updates that touched any of these properties. Objects that are inserted or deleted are told whatever
        /// the properties are, so that a copy of some properties stays a copy of the right objects. Empty: no updates.
        public var properties: Properties?
        /// Only these objects, at most `maximumIdentifiers` of them: with more, fetching throws `limitExceeded`.
        public var localIdentifiers: Set<String>?
        /// Only changes that these made.
        public var authors: Set<Author>?

        /// The most identifiers that a filter may name.
        public static let maximumIdentifiers = HistoryFilter.maximumObjects

        /// A filter that lets everything through.
        public init() {}

        /// A filter.
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

        /// As the library is asked. What is no local identifier names no object.
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
