/// The result of a request.
enum RequestAnswer<Value: Sendable>: Sendable {
    case value(Value)
    /// A degraded value. A better one follows.
    case degraded(Value)
    case failed(PHPhotosError)
    case cancelled

    var value: Value? {
        switch self {
        case .value(let value), .degraded(let value): value
        case .failed, .cancelled: nil
        }
    }

    func info(id: PHImageRequestID) -> [AnyHashable: Any] {
        // `NSNumber`, as in Apple's: apps cast it to various numeric types.
        var info: [AnyHashable: Any] = [
            PHImageResultIsDegradedKey: NSNumber(value: false), PHImageResultIsInCloudKey: NSNumber(value: false),
        ]
        if id != PHInvalidImageRequestID { info[PHImageResultRequestIDKey] = NSNumber(value: id) }
        switch self {
        case .value: break
        case .degraded: info[PHImageResultIsDegradedKey] = NSNumber(value: true)
        case .failed(let error):
            info[PHImageErrorKey] = error
            if error.code == .networkAccessRequired { info[PHImageResultIsInCloudKey] = NSNumber(value: true) }
        case .cancelled: info[PHImageCancelledKey] = NSNumber(value: true)
        }
        return info
    }
}
