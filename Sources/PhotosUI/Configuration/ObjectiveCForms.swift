// The enums of Objective-C for nested ones of Swift. Apple's module shows both to Swift.

/// `PHPickerConfiguration.AssetRepresentationMode`, with raw values.
public enum PHPickerConfigurationAssetRepresentationMode: Int, Sendable {
    /// Chosen by the library.
    case automatic = 0
    /// The stored files.
    case current = 1
    /// The most compatible form.
    case compatible = 2
}

/// `PHPickerConfiguration.Selection`, with raw values.
public enum PHPickerConfigurationSelection: Int, Sendable {
    /// Results are in the picker's order.
    case `default` = 0
    /// Results are in the order of selection.
    case ordered = 1
    /// The delegate is called for every change of the selection.
    case continuous = 2
    /// Continuous and ordered.
    case continuousAndOrdered = 3
}
