extension NSItemProvider {
    /// The domain of a provider's own errors.
    public static let errorDomain = "NSItemProviderErrorDomain"

    /// What went wrong: the code of an `NSError` of `errorDomain`.
    public enum ErrorCode: Int, Sendable {
        /// The load handler did not say.
        case unknownError = -1
        /// There is no representation of that type.
        case itemUnavailableError = -1000
        /// What was loaded is of another class than was asked for.
        case unexpectedValueClassError = -1100
        /// An object of that class cannot be made of what there is.
        case unavailableCoercionError = -1200
    }

    static func error(_ code: ErrorCode, _ reason: String) -> NSError {
        NSError(domain: errorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}
