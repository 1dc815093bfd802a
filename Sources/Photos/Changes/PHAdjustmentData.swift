/// Adjustment data: what an app needs to resume or revert an edit. Immutable.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHAdjustmentData: NSObject, @unchecked Sendable {
    /// The format of `data`, in reverse domain notation.
    public let formatIdentifier: String
    /// The version of the format.
    public let formatVersion: String
    /// At most 512 KiB.
    public let data: Data

    /// Creates adjustment data.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}
