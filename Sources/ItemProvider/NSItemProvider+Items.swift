import Synchronization

// The older loading API, which app extensions use: it returns an `NSURL` or `NSData`.
extension NSItemProvider {
    /// The completion handler of `loadItem(forTypeIdentifier:options:completionHandler:)`.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

    /// Loads a representation that conforms to a type: as an `NSURL` of a file if it is registered as a file, which
    /// exists at least as long as this object; otherwise as `NSData`. Options have no effect.
    @preconcurrency
    public func loadItem(
        forTypeIdentifier typeIdentifier: String,
        options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler? = nil
    ) {
        if representation(conformingTo: typeIdentifier)?.isFile == true {
            _ = loadInPlaceFile(typeIdentifier) { result in
                completionHandler?(result.value.map { NSURL(fileURLWithPath: $0.url.path) }, result.error)
            }
        } else {
            _ = loadData(typeIdentifier) { result in
                completionHandler?(result.value.map { NSData(data: $0) }, result.error)
            }
        }
    }

    /// The same for handlers with `item as? URL` or `item as? Data`: for `any NSSecureCoding` the compiler for Linux
    /// warns, wrongly, that these casts always fail.
    @preconcurrency
    public func loadItem(
        forTypeIdentifier typeIdentifier: String,
        options: [AnyHashable: Any]? = nil,
        completionHandler: @escaping @Sendable (Any?, (any Error)?) -> Void
    ) {
        let handler: CompletionHandler = { item, error in completionHandler(item, error) }
        loadItem(forTypeIdentifier: typeIdentifier, options: options, completionHandler: handler)
    }

    /// Loads a representation that conforms to a type: as an `NSURL` of a file if it is registered as a file, which
    /// exists at least as long as this object; otherwise as `NSData`. Options have no effect.
    @_disfavoredOverload
    public func loadItem(
        forTypeIdentifier typeIdentifier: String,
        options: [AnyHashable: Any]? = nil
    ) async throws -> any NSSecureCoding {
        if representation(conformingTo: typeIdentifier)?.isFile == true {
            let url = try await withCheckedThrowingContinuation { continuation in
                _ = loadInPlaceFile(typeIdentifier) { continuation.resume(with: $0.map(\.url)) }
            }
            return NSURL(fileURLWithPath: url.path)
        }
        let data = try await withCheckedThrowingContinuation { continuation in
            _ = loadData(typeIdentifier) { continuation.resume(with: $0) }
        }
        return NSData(data: data)
    }

    /// The same for `try await provider.loadItem(forTypeIdentifier: type) as? URL`, for which the compiler for Linux
    /// would warn, wrongly, that the cast always fails.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String,
        options: [AnyHashable: Any]? = nil
    ) async throws -> Any {
        let item: any NSSecureCoding = try await loadItem(forTypeIdentifier: typeIdentifier, options: options)
        return item
    }
}
