/// A picked photo or movie.
///
/// The app can read it while it holds this result or its item provider.
public struct PHPickerResult: Hashable, Sendable {
    /// Loads the item. Has no representations for a preselected asset that stayed selected.
    public let itemProvider: NSItemProvider
    /// The local identifier of the asset; nil when the configuration has no photo library. It does not imply permission
    /// to fetch the asset.
    public let assetIdentifier: String?
}
