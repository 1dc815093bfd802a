/// What a picker searches for.
public struct PHPickerSearchText: Hashable, Sendable {
    let text: String

    /// A search for a text.
    public init(_ string: String) { text = string }
}
