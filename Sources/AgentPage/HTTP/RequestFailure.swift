internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools

/// Why a request failed: an HTTP status, and a phrase for the person.
struct RequestFailure: Error, Hashable, CustomStringConvertible {
    var status: UInt32
    var reason: String

    init(_ status: UInt32, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    var description: String { reason }

    static var notFound: RequestFailure { RequestFailure(404, localized("there is nothing here")) }
}

extension RequestFailure {
    /// For an error of the library's server.
    init(_ error: LibraryError) {
        let status: UInt32 =
            switch error.code {
            case .invalidRequest, .changeNotSupported, .notSupportedForAsset: 400
            case .accessDenied, .accessRestricted: 403
            case .notFound, .missingResource: 404
            case .limitExceeded: 413
            case .invalidResource: 422
            case .unimplemented: 501
            case .unavailable, .libraryReadOnly, .libraryInSyncRoot, .cancelled: 503
            case .deadlineExceeded: 504
            case .notEnoughSpace: 507
            default: 500
            }
        self.init(status, error.localizedReason)
    }

    /// For a call of this process's own, such as one that keeps what was sent.
    init(_ error: SystemCallError) {
        let isFull = error.errorNumber == SystemCallError.noSpace || error.errorNumber == SystemCallError.quotaExceeded
        self.init(isFull ? 507 : 500, error.localizedReason)
    }
}
