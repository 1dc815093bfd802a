extension PHPickerConfiguration {
    /// What is to be different of a picker that is shown. Nil leaves something as it is.
    public struct Update: Hashable, Sendable {
        /// How many can be selected.
        public var selectionLimit: Int?
        /// The sides without margins around the photos.
        public var edgesWithoutContentMargins: NSDirectionalRectEdge?
        /// What is searched for.
        public var searchText: PHPickerSearchText?

        /// An update that changes nothing.
        public init() {}
    }
}
