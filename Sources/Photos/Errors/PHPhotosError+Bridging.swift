// Casts between `PHPhotosError` and `NSError`, as on Apple's systems.
//
// With this protocol the Linux runtime casts between a value type and its class: `info[PHImageErrorKey] as? NSError` is
// the error, and `error as? PHPhotosError` succeeds for an `NSError` of the domain.
extension PHPhotosError: _ObjectiveCBridgeable {
    /// The same error.
    public func _bridgeToObjectiveC() -> NSError { error }

    /// Converts an error of `PHPhotosErrorDomain`.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) {
        guard _conditionallyBridgeFromObjectiveC(source, result: &result) else {
            raise("an error of the domain \(source.domain) is no PHPhotosError")
        }
    }

    /// Converts an error. Returns false for another domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) -> Bool {
        result = source.domain == PHPhotosErrorDomain ? PHPhotosError(bridging: source) : nil
        return result != nil
    }

    /// Converts an error; nil becomes `internalError`.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PHPhotosError {
        source.map { PHPhotosError(bridging: $0) } ?? PHPhotosError(.internalError)
    }
}
