/// Capabilities of a picker besides selecting.
public struct PHPickerCapabilities: OptionSet, Hashable, Sendable {
    /// PhotosUI's bits. Keeps unknown ones.
    public var rawValue: UInt

    /// Creates capabilities from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Searching.
    public static let search = PHPickerCapabilities(rawValue: 1 << 0)
    /// Reviewing and reordering the selection.
    public static let stagingArea = PHPickerCapabilities(rawValue: 1 << 1)
    /// Browsing albums.
    public static let collectionNavigation = PHPickerCapabilities(rawValue: 1 << 2)
    /// Buttons to add and to cancel.
    public static let selectionActions = PHPickerCapabilities(rawValue: 1 << 3)
    /// Warnings of sensitive content.
    public static let sensitivityAnalysisIntervention = PHPickerCapabilities(rawValue: 1 << 4)
}
