internal import LibraryModel

/// Why a movie could not be read or made.
///
/// The reason for people is `localizedDescription`; what the photo library said is under `NSUnderlyingErrorKey`.
public struct AVError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// What went wrong: as many of Apple's as there are causes for here.
    public enum Code: Int, Sendable {
        /// Anything else.
        case unknown = -11800
        /// There is no memory.
        case outOfMemory = -11801
        /// There is no room.
        case diskFull = -11807
        /// The file cannot be read as a movie.
        case fileFormatNotRecognized = -11828
        /// A file is in its place already.
        case fileAlreadyExists = -11823
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// It cannot be made so.
        case exportFailed = -11820
        /// There is no decoder.
        case decoderNotFound = -11833
        /// The app may not.
        case contentIsNotAuthorized = -11835
        /// It was asked for when it could not be.
        case operationNotAllowed = -11862
        /// It was called off.
        case operationCancelled = -11878
        /// The library cannot be reached.
        case operationInterrupted = -11847
    }

    /// What went wrong.
    public let code: Code
    private let reason: String
    private let cause: LibraryError?

    /// An error with a code.
    public init(_ code: Code) { self.init(code, "the movie cannot be read") }

    init(_ code: Code, _ reason: String) { (self.code, self.reason, cause) = (code, reason, nil) }

    /// The app's view of what the library answered. `otherwise`: what a file is that cannot be read.
    init(_ cause: LibraryError, otherwise code: Code = .fileFormatNotRecognized) {
        self.code =
            switch cause.code {
            case .invalidResource: code
            case .accessDenied, .accessRestricted: .contentIsNotAuthorized
            case .notEnoughSpace: .diskFull
            case .cancelled: .operationCancelled
            case .unavailable, .deadlineExceeded, .limitExceeded: .operationInterrupted
            case .invalidRequest, .unimplemented: .operationNotAllowed
            default: .unknown
            }
        reason = cause.reason
        self.cause = cause
    }

    /// The domain of an `AVError` seen as `NSError`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The raw value of `code`.
    public var errorCode: Int { code.rawValue }
    /// The reason for people.
    public var errorDescription: String? { reason }
    /// The reason, and what the library said.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let cause {
            userInfo[NSUnderlyingErrorKey] = NSError(
                domain: "PhotoLibraryErrorDomain",
                code: Int(cause.code.rawValue),
                userInfo: [NSLocalizedDescriptionKey: cause.reason]
            )
        }
        return userInfo
    }
}

/// The domain of an `AVError` seen as `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
