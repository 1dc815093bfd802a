/// An error of the photo library.
///
/// The reason for people is `localizedDescription`; where there is an underlying cause it is under
/// `NSUnderlyingErrorKey` of `userInfo`.
public struct PHPhotosError: Error, CustomNSError, LocalizedError, Sendable {
    /// What went wrong.
    public var code: Code {
        Code(rawValue: error.code) ?? .internalError
    }
    /// Further facts, as in `NSError.userInfo`.
    public var userInfo: [String: Any] { error.userInfo }

    let error: NSError

    /// An error with a code and further facts.
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

/// The domain of a `PHPhotosError` seen as `NSError`.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"
/// The key under which `multipleIdentifiersFound` names the candidates, a `[String]`.
public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

extension PHPhotosError: Hashable {
    /// Whether domain, code and facts are the same.
    public static func == (left: PHPhotosError, right: PHPhotosError) -> Bool { left.error == right.error }

    /// Feeds the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(error.code) }
}
