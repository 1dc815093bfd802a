import LibraryClient
import LibraryModel

extension AccessLevel {
    init(_ level: PHAccessLevel) {
        self =
            switch level {
            case .addOnly: .addOnly
            case .readWrite: .readWrite
            }
    }
}

extension PHAuthorizationStatus {
    init(_ status: AuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorized: .authorized
            case .limited: .limited
            }
    }

    /// The status to return when the call to the library failed.
    init(_ error: LibraryError) {
        self =
            switch error.code {
            case .accessDenied: .denied
            case .accessRestricted: .restricted
            default: .notDetermined
            }
    }

    var withoutLimited: PHAuthorizationStatus { self == .limited ? .authorized : self }
}
