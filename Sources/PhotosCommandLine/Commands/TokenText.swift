import FoundationEssentials
import LibraryModel

/// Change tokens as text: base64 of their bytes.
enum TokenText {
    static func text(_ token: ChangeToken) -> String { Data(token.serialized).base64EncodedString() }

    /// Nil when the text is no token, or one that was altered.
    static func token(_ text: String) -> ChangeToken? {
        Data(base64Encoded: text).flatMap { ChangeToken(serialized: Array($0)) }
    }
}
