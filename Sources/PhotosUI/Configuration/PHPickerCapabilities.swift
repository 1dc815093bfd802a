/// What a picker can do beside selecting.
public struct PHPickerCapabilities: OptionSet, Hashable, Sendable {
    /// Apple's bits; unknown ones are kept.
    public var rawValue: UInt

    /// Capabilities from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Searching.
    public static let search = PHPickerCapabilities(rawValue: 1 << 0)
    /// A look at what is selected, and moving it there.
    public static let stagingArea = PHPickerCapabilities(rawValue: 1 << 1)
    /// Going to albums.
    public static let collectionNavigation = PHPickerCapabilities(rawValue: 1 << 2)
    /// Buttons to add and to cancel.
    public static let selectionActions = PHPickerCapabilities(rawValue: 1 << 3)
    /// Warning of sensitive pictures.
    public static let sensitivityAnalysisIntervention = PHPickerCapabilities(rawValue: 1 << 4)
}
