/// The size of a picker.
///
/// The agent that shows the picker decides it: both modes look the same.
public struct PHPickerMode: Hashable, Sendable {
    private let isCompact: Bool

    /// A full page.
    public static let `default` = PHPickerMode(isCompact: false)
    /// A strip of one row.
    public static let compact = PHPickerMode(isCompact: true)
}
