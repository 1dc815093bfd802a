/// What a picker offers, and how.
public struct PHPickerConfiguration: Hashable, Sendable {
    /// In which form the files of what was picked are handed over.
    public enum AssetRepresentationMode: Sendable {
        /// As the library thinks best; here that is `current`.
        case automatic
        /// As they are.
        case current
        /// As most programs can read them: pictures that are neither JPEG, PNG nor GIF become JPEG. Movies stay as they
        /// are.
        case compatible
    }

    /// How the person selects.
    public enum Selection: Sendable {
        /// Results come in the picker's order.
        case `default`
        /// Numbers are shown, and results come in the order of selection.
        case ordered
        /// The delegate is told of every change while the picker is shown.
        case continuous
        /// Both.
        case continuousAndOrdered
    }

    /// In which form the files of what was picked are handed over.
    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
    /// How the person selects.
    public var selection = Selection.default
    /// How many can be selected; 0 for as many as the system allows, which is 5,000.
    public var selectionLimit = 1
    /// What is offered; nil for everything.
    public var filter: PHPickerFilter?
    /// What is selected when the picker appears. Needs a photo library, and a `selectionLimit` other than 1.
    ///
    /// What stays selected comes back with an item provider that is empty: the app keeps what it had of it.
    public var preselectedAssetIdentifiers: [String] = []
    /// How much room the picker takes.
    public var mode = PHPickerMode.default
    /// The sides without margins around the photos. The agent that shows the picker may take it into account.
    public var edgesWithoutContentMargins: NSDirectionalRectEdge = []
    /// What the picker is to do without.
    public var disabledCapabilities: PHPickerCapabilities = []
    /// What is searched for when the picker appears.
    public var searchText: PHPickerSearchText?

    /// Whose photos are picked, and whether results have identifiers.
    let photoLibrary: PHPhotoLibrary?

    /// A configuration for pickers whose results have no identifiers.
    public init() { photoLibrary = nil }

    /// A configuration for pickers whose results have identifiers in a library.
    ///
    /// That an app has an identifier does not mean that it may fetch the asset.
    public init(photoLibrary: PHPhotoLibrary) { self.photoLibrary = photoLibrary }
}
