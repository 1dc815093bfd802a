/// Who may load a representation. Has no effect: representations stay in the process.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Every process.
    case all = 0
    /// Programs of the same team.
    case team = 1
    /// Programs of the same group.
    case group = 2
    /// The program itself.
    case ownProcess = 3
}

/// How a file representation can be loaded.
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates options from bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The file itself, without copying it.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
