extension PHPickerConfiguration {
    /// An update of an open picker. Nil leaves a property unchanged.
    public struct Update: Hashable, Sendable {
        /// The most assets to select.
        public var selectionLimit: Int?
        /// The edges without margins.
        public var edgesWithoutContentMargins: NSDirectionalRectEdge?
        /// The search text.
        public var searchText: PHPickerSearchText?

        /// Creates an empty update.
        public init() {}
    }
}
