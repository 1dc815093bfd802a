/// The configuration of a picker.
public struct PHPickerConfiguration: Hashable, Sendable {
    /// The form of picked files.
    public enum AssetRepresentationMode: Sendable {
        /// Chosen by the library: like `current`.
        case automatic
        /// The stored files.
        case current
        /// The most compatible form: images other than JPEG, PNG and GIF are converted to JPEG. Videos are not
        /// converted.
        case compatible
    }

    /// The mode of selection.
    public enum Selection: Sendable {
        /// Results are in the picker's order.
        case `default`
        /// The picker shows numbers, and results are in the order of selection.
        case ordered
        /// The delegate is called for every change of the selection.
        case continuous
        /// Continuous and ordered.
        case continuousAndOrdered
    }

    /// The form of picked files.
    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
    /// The mode of selection.
    public var selection = Selection.default
    /// The most assets to select; 0 for the system's maximum, 5,000.
    public var selectionLimit = 1
    /// Restricts the assets; nil for all.
    public var filter: PHPickerFilter?
    /// Assets that are selected at first. Requires a photo library, and a `selectionLimit` other than 1.
    ///
    /// The results of those that stay selected have empty item providers.
    public var preselectedAssetIdentifiers: [String] = []
    /// The size of the picker.
    public var mode = PHPickerMode.default
    /// The edges without margins. A hint for the agent that shows the picker.
    public var edgesWithoutContentMargins: NSDirectionalRectEdge = []
    /// Capabilities that the picker does not offer.
    public var disabledCapabilities: PHPickerCapabilities = []
    /// Metadata to remove from picked files. Files from which it cannot be removed reliably are withheld.
    public var metadataOptions: PHPickerMetadataOptions = []
    /// The search at first.
    public var searchText: PHPickerSearchText?

    /// The library; with one, results have identifiers.
    let photoLibrary: PHPhotoLibrary?

    /// Creates a configuration whose results have no identifiers.
    public init() { photoLibrary = nil }

    /// Creates a configuration whose results have identifiers in a library.
    ///
    /// An identifier does not imply permission to fetch the asset.
    public init(photoLibrary: PHPhotoLibrary) { self.photoLibrary = photoLibrary }
}
