/// The recipe of an edit: what an app needs to take it up again.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHAdjustmentData: NSObject, @unchecked Sendable {
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
