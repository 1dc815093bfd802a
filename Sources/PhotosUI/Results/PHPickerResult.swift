/// One photo or movie that the person picked.
///
/// It can be read as long as this result, or its item provider, is there.
public struct PHPickerResult: Hashable, Sendable {
    /// Loads it. Empty for what was preselected and stayed selected.
    public let itemProvider: NSItemProvider
    /// Which asset it is; nil where the configuration has no photo library. The app may not be allowed to fetch it.
    public let assetIdentifier: String?
}
