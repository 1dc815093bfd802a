/// An error as it crosses the wire: a stable code, a reason for people, whether trying again can help, and details.
///
/// `description` carries no title, path or place of a photo, so that it may be logged.
package struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong. Raw values are stable: they are on the wire. Unknown ones are kept.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A bug of the server's or a damaged library.
        package static let `internal` = Code(rawValue: 1)
        /// The request is not well formed: an unknown predicate key, a wrong type, a missing field.
        package static let invalidRequest = Code(rawValue: 2)
        /// No such object, or none that this app may see: the two are not told apart.
        package static let notFound = Code(rawValue: 3)
        /// The person has not decided, or has said no.
        package static let accessDenied = Code(rawValue: 4)
        /// A policy forbids access and the person cannot change it.
        package static let accessRestricted = Code(rawValue: 5)
        /// The change cannot be made as asked.
        package static let changeNotSupported = Code(rawValue: 6)
        /// The token is too old, of another library, damaged, or what the app may see was reset.
        package static let tokenExpired = Code(rawValue: 7)
        /// The details of a range of history cannot be rebuilt.
        package static let detailsUnavailable = Code(rawValue: 8)
        /// A file is damaged, of an unknown format, or killed the program that reads it.
        package static let invalidResource = Code(rawValue: 9)
        /// A file that should be there is not.
        package static let missingResource = Code(rawValue: 10)
        /// The disk or the quota is full.
        package static let notEnoughSpace = Code(rawValue: 11)
        /// A limit of the server's was reached.
        package static let limitExceeded = Code(rawValue: 12)
        /// The deadline passed before the work was done.
        package static let deadlineExceeded = Code(rawValue: 13)
        /// The caller cancelled.
        package static let cancelled = Code(rawValue: 14)
        /// The server is not there, is stopping, or went away. What was asked may or may not have been done.
        package static let unavailable = Code(rawValue: 15)
        /// The peer broke the protocol.
        package static let protocolViolation = Code(rawValue: 16)
        /// The server does not know this call.
        package static let unimplemented = Code(rawValue: 17)
        /// The library stopped taking changes after a failed write to disk.
        package static let libraryReadOnly = Code(rawValue: 18)
        /// This asset does not allow what was asked.
        package static let notSupportedForAsset = Code(rawValue: 19)
        /// The library lies where a program synchronizes files, or on a file system elsewhere: it takes no changes
        /// there.
        package static let libraryInSyncRoot = Code(rawValue: 20)
        /// The person has to answer, and no agent is there to show them the question.
        package static let nobodyToAsk = Code(rawValue: 21)
        /// The person has to confirm this block: ask for it with `performAfterConfirmation`.
        package static let confirmationRequired = Code(rawValue: 22)
        /// The person has said no to this, or closed the question.
        package static let declined = Code(rawValue: 23)
        /// A server elsewhere could not be reached, or did not take what it was sent.
        package static let networkFailed = Code(rawValue: 24)
        /// The original is in the bucket alone: `download` brings it back.
        package static let networkAccessRequired = Code(rawValue: 25)
    }

    package var code: Code
    /// One sentence for people. Never a title, path or place.
    package var reason: String
    /// Whether the same request may succeed later, unchanged.
    package var isRetryable: Bool
    /// Further facts by name, for programs: for example `key` for the offending predicate key.
    package var details: [String: String]

    package init(_ code: Code, _ reason: String, isRetryable: Bool = false, details: [String: String] = [:]) {
        self.code = code
        self.reason = reason
        self.isRetryable = isRetryable
        self.details = details
    }

    package var description: String { reason }
}
