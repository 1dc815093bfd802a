/// An error of the photo library.
///
/// `localizedDescription` is a reason for people. `userInfo` has the cause, if there is one, under
/// `NSUnderlyingErrorKey`.
public struct PHPhotosError: Error, CustomNSError, LocalizedError, Sendable {
    /// The error code.
    public var code: Code {
        Code(rawValue: error.code) ?? .internalError
    }
    /// Details, as in `NSError.userInfo`.
    public var userInfo: [String: Any] { error.userInfo }

    let error: NSError

    /// Creates an error with a code and details.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: PHPhotosErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    init(bridging error: NSError) { self.error = error }

    /// `PHPhotosErrorDomain`.
    public static var errorDomain: String { PHPhotosErrorDomain }
    /// The raw value of `code`.
    public var errorCode: Int { error.code }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { error.userInfo }
    /// The reason for people.
    public var errorDescription: String? { error.userInfo[NSLocalizedDescriptionKey] as? String }
}

/// The domain of a `PHPhotosError` as an `NSError`.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"
/// The key of the candidates of `multipleIdentifiersFound`, a `[String]`.
public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

extension PHPhotosError: Hashable {
    /// Whether domain, code and details are equal.
    public static func == (left: PHPhotosError, right: PHPhotosError) -> Bool { left.error == right.error }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(error.code) }
}
