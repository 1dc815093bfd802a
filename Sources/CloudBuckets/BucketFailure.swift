package import HTTPTransfer
package import LinuxSystem

/// Why a request to a bucket failed. Descriptions have no paths, names or credentials: they are logged and shown to
/// the person.
package enum BucketFailure: Error, Sendable {
    /// The network or TLS failed, or the server does not speak S3.
    case unreachable(HTTPFailure)
    /// The store has no such bucket.
    case noBucket
    /// The folder is missing or is not a bucket: perhaps its disk or share is not mounted.
    case notMounted
    /// The folder that is to become a bucket has something else in it.
    case notEmpty
    /// There are no credentials, or they do not allow the request.
    case denied
    /// The file system denies access to this user.
    case notPermitted(SystemCallError)
    /// The disk or the account is full.
    case full
    /// The store kept asking to retry later.
    case busy(status: Int)
    /// The store refused, with S3's code.
    case refused(status: Int, code: String)
    /// The store's response does not match S3's documentation.
    case malformedAnswer
    /// An object or a listing is larger than any that this program writes.
    case tooLarge
    case stopped(Cancellation.Cause)
    /// A system call on a folder failed.
    case system(SystemCallError)
    /// The caller failed to provide or to take the content.
    case content(any Error)
}

extension BucketFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let failure): "no connection to the store: \(failure)"
        case .noBucket: "there is no such bucket in the store: check the URL"
        case .notMounted: "there is no bucket in this folder: check the URL, and that its disk or share is mounted"
        case .notEmpty: "the folder is not empty, and no bucket: choose an empty one, or one that is not there yet"
        case .denied: "the bucket does not allow it with these credentials"
        case .notPermitted(let error):
            "the folder cannot be used (\(error.reason)): the server's user has to be able to read and write it"
        case .full: "the bucket is full"
        case .busy(let status): "the store is busy (status \(status))"
        case .refused(let status, let code): "the store refuses (status \(status), \(code))"
        case .malformedAnswer: "the store's answer is malformed"
        case .tooLarge: "something in the bucket is too large"
        case .stopped(.cancelled): "cancelled"
        case .stopped(.deadline): "the deadline has passed"
        case .system(let error): "\(error)"
        case .content(let error): "\(error)"
        }
    }
}

extension BucketFailure {
    /// Runs `body` and translates its errors.
    static func catching<Result>(_ body: () throws -> Result) throws(BucketFailure) -> Result {
        do { return try body() } catch let failure as BucketFailure {
            throw failure
        } catch let error as SystemCallError {
            throw BucketFailure(error)
        } catch { throw .content(error) }
    }

    init(_ error: SystemCallError) {
        switch error.errorNumber {
        case SystemCallError.noSpace, SystemCallError.quotaExceeded: self = .full
        case SystemCallError.permissionDenied, SystemCallError.notPermitted, SystemCallError.readOnlyFileSystem:
            self = .notPermitted(error)
        default: self = .system(error)
        }
    }
}
