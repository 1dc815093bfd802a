/// The credentials of an account. Never printed, and never in an argument list.
package struct S3Credentials: Hashable, Sendable {
    package let accessKey: String
    package let secretKey: String
    /// Only temporary credentials have one.
    package let sessionToken: String?

    /// Nil when a part is empty, or has characters that are invalid in a header.
    package init?(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        for part in [accessKey, secretKey, sessionToken ?? "-"] {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        }
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }
}

extension S3Credentials: CustomStringConvertible, CustomReflectable {
    package var description: String { "S3Credentials(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
