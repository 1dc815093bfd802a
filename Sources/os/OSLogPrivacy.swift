/// Whether the log shows a value of a message.
public struct OSLogPrivacy: Sendable {
    /// What the log shows instead of a redacted value.
    public enum Mask: Hashable, Sendable {
        /// A hash: equal for equal values of one run of the program, from which the value cannot be derived.
        case hash
        /// `<private>`.
        case none
    }

    enum Visibility: Sendable {
        case auto
        case open
        case hidden
    }

    var visibility: Visibility
    var mask = Mask.none

    /// Numbers are shown, other values redacted.
    public static var auto: OSLogPrivacy { OSLogPrivacy(visibility: .auto) }
    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .open) }
    /// Redacted.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(visibility: .hidden) }
    /// Redacted.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(visibility: .hidden) }

    /// Numbers are shown, other values replaced by the mask.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .auto, mask: mask) }
    /// Replaced by the mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }
    /// Replaced by the mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }

    /// What the log shows of a value.
    func shown(_ text: String, isNumber: Bool) -> String {
        switch visibility {
        case .open: return text
        case .auto where isNumber: return text
        case .auto, .hidden: break
        }
        switch mask {
        case .none: return "<private>"
        // `Hasher` has a random seed per run, so nobody can find a value by trying.
        case .hash:
            var hasher = Hasher()
            hasher.combine(text)
            return "<mask.hash: '\(String(UInt(bitPattern: hasher.finalize()), radix: 36))'>"
        }
    }
}
