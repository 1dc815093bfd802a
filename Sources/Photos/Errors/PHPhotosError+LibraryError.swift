package import LibraryModel

extension PHPhotosError {
    /// Converts an error of the library: the one place that maps the codes.
    ///
    /// `userInfo` has the reason under `NSLocalizedDescriptionKey`, the details under their own names, and the cause
    /// under `NSUnderlyingErrorKey`.
    package init(_ cause: LibraryError) {
        var userInfo: [String: Any] = cause.details
        userInfo[NSLocalizedDescriptionKey] = cause.reason
        userInfo[NSUnderlyingErrorKey] = NSError(
            domain: PHPhotosError.libraryErrorDomain,
            code: Int(cause.code.rawValue),
            userInfo: [NSLocalizedDescriptionKey: cause.reason, "isRetryable": cause.isRetryable]
        )
        self.init(Code(cause.code), userInfo: userInfo)
    }

    /// The domain of the cause, with the codes of the library's protocol.
    static let libraryErrorDomain = "PhotoLibraryErrorDomain"
}

extension PHPhotosError.Code {
    fileprivate init(_ code: LibraryError.Code) {
        self =
            switch code {
            case .notFound: .identifierNotFound
            case .accessDenied: .accessUserDenied
            case .accessRestricted: .accessRestricted
            case .changeNotSupported, .invalidRequest, .unimplemented: .changeNotSupported
            case .tokenExpired: .persistentChangeTokenExpired
            case .detailsUnavailable: .persistentChangeDetailsUnavailable
            case .invalidResource: .invalidResource
            case .missingResource: .missingResource
            case .notEnoughSpace: .notEnoughSpace
            case .limitExceeded: .limitExceeded
            // No agent is running: a retry may succeed later.
            case .deadlineExceeded, .nobodyToAsk: .operationInterrupted
            case .cancelled, .declined: .userCancelled
            case .networkFailed: .networkError
            case .networkAccessRequired: .networkAccessRequired
            case .unavailable, .libraryReadOnly: .libraryVolumeOffline
            case .libraryInSyncRoot: .libraryInFileProviderSyncRoot
            case .notSupportedForAsset: .requestNotSupportedForAsset
            default: .internalError
            }
    }
}
