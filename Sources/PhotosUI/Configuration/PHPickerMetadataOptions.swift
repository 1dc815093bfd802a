/// The metadata that picked files lack. The person may remove more in the picker.
public struct PHPickerMetadataOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Removes where it was taken.
    public static let removeLocation = PHPickerMetadataOptions(rawValue: 1 << 0)
    /// Removes what people wrote: title, caption, keywords, rating, region names.
    public static let removeCaptions = PHPickerMetadataOptions(rawValue: 1 << 1)
}
