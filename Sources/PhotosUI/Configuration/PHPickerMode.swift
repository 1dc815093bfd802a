/// How much room a picker takes.
///
/// Here that is the agent's that shows it: both modes look the same.
public struct PHPickerMode: Hashable, Sendable {
    private let isCompact: Bool

    /// All of a page.
    public static let `default` = PHPickerMode(isCompact: false)
    /// A strip of one row.
    public static let compact = PHPickerMode(isCompact: true)
}
