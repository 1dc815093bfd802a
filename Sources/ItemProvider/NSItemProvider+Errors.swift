extension NSItemProvider {
    /// The domain of item providers' errors.
    public static let errorDomain = "NSItemProviderErrorDomain"

    /// The codes of `NSError`s in `errorDomain`.
    public enum ErrorCode: Int, Sendable {
        /// Unknown: the load handler gave no error.
        case unknownError = -1
        /// There is no representation of that type.
        case itemUnavailableError = -1000
        /// The loaded item has another class than requested.
        case unexpectedValueClassError = -1100
        /// No representation can be read as that class.
        case unavailableCoercionError = -1200
    }

    static func error(_ code: ErrorCode, _ reason: String) -> NSError {
        NSError(domain: errorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
