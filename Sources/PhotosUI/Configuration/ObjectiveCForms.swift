// The enums that Objective-C has where Swift has nested ones. Apple's module shows them to Swift as well.

/// `PHPickerConfiguration.AssetRepresentationMode`, with raw values.
public enum PHPickerConfigurationAssetRepresentationMode: Int, Sendable {
    /// As the library thinks best.
    case automatic = 0
    /// As they are.
    case current = 1
    /// As most programs can read them.
    case compatible = 2
}

/// `PHPickerConfiguration.Selection`, with raw values.
public enum PHPickerConfigurationSelection: Int, Sendable {
    /// Results come in the picker's order.
    case `default` = 0
    /// Results come in the order of selection.
    case ordered = 1
    /// The delegate is told of every change.
    case continuous = 2
    /// Both.
    case continuousAndOrdered = 3
}
