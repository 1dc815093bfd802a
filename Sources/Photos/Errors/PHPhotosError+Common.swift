internal import Foundation
internal import LinuxSystem

// Errors that several requests fail with, each with one text.
extension PHPhotosError {
    static let notInLibrary = PHPhotosError(.identifierNotFound, reason: "the asset is in no library")
    static let invalidToken = PHPhotosError(
        .persistentChangeTokenExpired,
        reason: "the change token was altered, or never was a token"
    )

    /// Reading an open file failed.
    init(unreadable error: SystemCallError) {
        self.init(.internalError, reason: "a resource cannot be read", cause: error.asNSError)
    }
}
