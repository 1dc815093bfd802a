/// The recipe of an edit: what an app needs to take it up again.
public final class PHAdjustmentData: NSObject, Sendable {
    /// Which recipe's format it is, in reverse domain notation.
    public let formatIdentifier: String
    /// Which version of the format.
    public let formatVersion: String
    /// The recipe itself, small: at most 512 KiB.
    public let data: Data

    /// A recipe.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}
