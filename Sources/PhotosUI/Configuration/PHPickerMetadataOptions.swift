/// What the files of picked photos are handed over without. The person may leave out more in the picker.
public struct PHPickerMetadataOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Where they were taken.
    public static let removeLocation = PHPickerMetadataOptions(rawValue: 1 << 0)
    /// What people wrote into them: title, caption, keywords, rating, regions with names.
    public static let removeCaptions = PHPickerMetadataOptions(rawValue: 1 << 1)
}
