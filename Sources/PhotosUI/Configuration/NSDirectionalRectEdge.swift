/// Sides of a rectangle, in the direction of reading. UIKit's on Apple's systems.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    /// UIKit's bits.
    public var rawValue: UInt

    /// Sides from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper side.
    public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
    /// Where lines begin.
    public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
    /// The lower side.
    public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
    /// Where lines end.
    public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
    /// All of them.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
