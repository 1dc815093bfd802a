internal import LibraryModel

/// Why a movie could not be read or exported.
///
/// `localizedDescription` has the reason; `NSUnderlyingErrorKey` has the library's error.
public struct AVError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// Those of Apple's codes that this module uses.
    public enum Code: Int, Sendable {
        /// Any other failure.
        case unknown = -11800
        /// Out of memory.
        case outOfMemory = -11801
        /// The disk is full, or the output exceeds `fileLengthLimit`.
        case diskFull = -11807
        /// The file is not a movie.
        case fileFormatNotRecognized = -11828
        /// The output file exists.
        case fileAlreadyExists = -11823
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// The export failed.
        case exportFailed = -11820
        /// The library has no decoder for a track.
        case decoderNotFound = -11833
        /// The app has no access.
        case contentIsNotAuthorized = -11835
        /// The operation is not possible in this state.
        case operationNotAllowed = -11862
        /// Cancelled.
        case operationCancelled = -11878
        /// The library is unreachable.
        case operationInterrupted = -11847
    }

    /// The code.
    public let code: Code
    private let reason: String
    private let cause: LibraryError?

    /// Creates an error with a code.
    public init(_ code: Code) { self.init(code, "the movie cannot be read") }

    init(_ code: Code, _ reason: String) { (self.code, self.reason, cause) = (code, reason, nil) }

    /// Translates the library's error. `code`: for a file that cannot be read.
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

    /// The domain of an `AVError` as an `NSError`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The raw value of `code`.
    public var errorCode: Int { code.rawValue }
    /// The reason, for people.
    public var errorDescription: String? { reason }
    /// The reason, and the library's error.
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

/// The domain of an `AVError` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
