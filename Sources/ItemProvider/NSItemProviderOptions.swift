/// Who may load a representation. There is one process here, so that all of them mean the same.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Everybody.
    case all = 0
    /// Programs of the same maker.
    case team = 1
    /// Programs of the same group.
    case group = 2
    /// The program itself.
    case ownProcess = 3
}

/// How the file of a representation may be had.
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// A set of these bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The file itself, not a copy.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
