import Languages
import LinuxSystem
import OwnerTools
import TerminalText

/// The value of `--until`.
enum Expiry {
    /// In microseconds since 1970. Throws for what is no time, and for one that is over.
    static func instant(_ text: String, _ arguments: ParsedArguments) throws(UsageError) -> Int64 {
        let now = WallClock.microseconds()
        guard let end = ExpiryParser().instant(text, now: now) else {
            throw arguments.usageError(
                localized(
                    "{text} is neither a date nor a time such as {examples}",
                    ["text": text.sanitized, "examples": ["30m", "2h", "7d", "4w"].listed]
                )
            )
        }
        guard end > now else {
            throw arguments.usageError(localized("{text} is in the past", ["text": text.sanitized]))
        }
        return end
    }
}
