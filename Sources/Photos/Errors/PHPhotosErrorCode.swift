extension PHPhotosError {
    /// What went wrong. The raw values are Apple's.
    public enum Code: Int, Sendable {
        /// An unknown internal error.
        case internalError = -1
        /// The person, or the app, cancelled the request.
        case userCancelled = 3072
        /// The change token is older than the history that is kept, or of another library.
        case persistentChangeTokenExpired = 3105
        /// The library cannot be reached.
        case libraryVolumeOffline = 3114
        /// The library was moved, renamed or deleted.
        case relinquishingLibraryBundleToWriter = 3142
        /// Another library became the system's.
        case switchingSystemPhotoLibrary = 3143
        /// The network is needed and the options forbid it.
        case networkAccessRequired = 3164
        /// The network failed while a resource was fetched.
        case networkError = 3169
        /// No object has the identifier, or none that this app may see.
        case identifierNotFound = 3201
        /// Several objects match; see `PHLocalIdentifiersErrorKey`.
        case multipleIdentifiersFound = 3202
        /// The details of a stretch of history cannot be rebuilt.
        case persistentChangeDetailsUnavailable = 3210
        /// The change cannot be made as asked.
        case changeNotSupported = 3300
        /// The work was interrupted; it may succeed when tried again.
        case operationInterrupted = 3301
        /// A file is damaged or of an unknown format.
        case invalidResource = 3302
        /// A file that is needed is not there.
        case missingResource = 3303
        /// The disk or the quota is full.
        case notEnoughSpace = 3305
        /// The asset does not allow what was asked.
        case requestNotSupportedForAsset = 3306
        /// A limit was reached.
        case limitExceeded = 3307
        /// A policy forbids access and the person cannot change it.
        case accessRestricted = 3310
        /// The person has not allowed access.
        case accessUserDenied = 3311
        /// The library lies in a folder that another program synchronises and may be damaged.
        case libraryInFileProviderSyncRoot = 5423

        /// The old name of `internalError`.
        @available(*, deprecated, renamed: "internalError")
        public static var invalid: Code { .internalError }

        /// Lets `catch PHPhotosError.accessUserDenied` match: a `PHPhotosError`, or an `NSError` of its domain.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? PHPhotosError { return error.code == code }
            let error = error as NSError
            return error.domain == PHPhotosErrorDomain && error.code == code.rawValue
        }
    }
}

// `PHPhotosError.x` is the code `PHPhotosError.Code.x`, as in Apple's module.
extension PHPhotosError {
    /// An unknown internal error.
    public static var internalError: Code { .internalError }
    /// The person, or the app, cancelled the request.
    public static var userCancelled: Code { .userCancelled }
    /// The change token is older than the history that is kept, or of another library.
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }
    /// The library cannot be reached.
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }
    /// The library was moved, renamed or deleted.
    public static var relinquishingLibraryBundleToWriter: Code { .relinquishingLibraryBundleToWriter }
    /// Another library became the system's.
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }
    /// The network is needed and the options forbid it.
    public static var networkAccessRequired: Code { .networkAccessRequired }
    /// The network failed while a resource was fetched.
    public static var networkError: Code { .networkError }
    /// No object has the identifier, or none that this app may see.
    public static var identifierNotFound: Code { .identifierNotFound }
    /// Several objects match; see `PHLocalIdentifiersErrorKey`.
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }
    /// The details of a stretch of history cannot be rebuilt.
    public static var persistentChangeDetailsUnavailable: Code { .persistentChangeDetailsUnavailable }
    /// The change cannot be made as asked.
    public static var changeNotSupported: Code { .changeNotSupported }
    /// The work was interrupted; it may succeed when tried again.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// A file is damaged or of an unknown format.
    public static var invalidResource: Code { .invalidResource }
    /// A file that is needed is not there.
    public static var missingResource: Code { .missingResource }
    /// The disk or the quota is full.
    public static var notEnoughSpace: Code { .notEnoughSpace }
    /// The asset does not allow what was asked.
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }
    /// A limit was reached.
    public static var limitExceeded: Code { .limitExceeded }
    /// A policy forbids access and the person cannot change it.
    public static var accessRestricted: Code { .accessRestricted }
    /// The person has not allowed access.
    public static var accessUserDenied: Code { .accessUserDenied }
    /// The library lies in a folder that another program synchronises and may be damaged.
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }
    /// The old name of `internalError`.
    @available(*, deprecated, renamed: "internalError")
    public static var invalid: Code { .internalError }
}
