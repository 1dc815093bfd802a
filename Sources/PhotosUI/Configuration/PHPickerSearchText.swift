/// The search of a picker.
public struct PHPickerSearchText: Hashable, Sendable {
    let text: String

    /// Creates a search for a text.
    public init(_ string: String) { text = string }
}
