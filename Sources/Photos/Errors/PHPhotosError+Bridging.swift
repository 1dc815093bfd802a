// Casts between `PHPhotosError` and `NSError`, both ways, as Apple's systems have them for every error.
//
// The runtime for Linux casts between a value type and its class where this protocol says that they belong together. So
// `info[PHImageErrorKey] as? NSError` is the error, and `error as? PHPhotosError` is one for an `NSError` of the
// domain.
extension PHPhotosError: _ObjectiveCBridgeable {
    /// The same error.
    public func _bridgeToObjectiveC() -> NSError { error }

    /// The error, which must be of `PHPhotosErrorDomain`.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) {
        guard _conditionallyBridgeFromObjectiveC(source, result: &result) else {
            raise("an error of the domain \(source.domain) is no PHPhotosError")
        }
    }

    /// The error; false and nil when it is of another domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) -> Bool {
        result = source.domain == PHPhotosErrorDomain ? PHPhotosError(bridging: source) : nil
        return result != nil
    }

    /// The error; `internalError` where there is none.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PHPhotosError {
        source.map { PHPhotosError(bridging: $0) } ?? PHPhotosError(.internalError)
    }
}
