/// Whether a value in a message may be seen by those who read the log.
public struct OSLogPrivacy: Sendable {
    /// What stands where a value is not shown.
    public enum Mask: Hashable, Sendable {
        /// The same text for equal values of one run of the program, of which the value cannot be told.
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

    /// Numbers are shown, and anything else is not.
    public static var auto: OSLogPrivacy { OSLogPrivacy(visibility: .auto) }
    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .open) }
    /// Not shown.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(visibility: .hidden) }
    /// Not shown.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(visibility: .hidden) }

    /// Numbers are shown; the mask stands for anything else.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .auto, mask: mask) }
    /// The mask is shown.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(visibility: .hidden, mask: mask) }
    /// The mask is shown.
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
        // `Hasher` is seeded anew for each run, so that nobody can try values out.
        case .hash:
            var hasher = Hasher()
            hasher.combine(text)
            return "<mask.hash: '\(String(UInt(bitPattern: hasher.finalize()), radix: 36))'>"
        }
    }
}
