import Synchronization

// The older way to load, which extensions of apps use: what comes is an `NSURL` or `NSData`.
extension NSItemProvider {
    /// What `loadItem(forTypeIdentifier:options:completionHandler:)` calls.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

    /// Loads a representation of that type or a kind of it: the `NSURL` of a file where it is registered as a file,
    /// which lives as long as this object at least, and else `NSData`. There are no options.
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

    /// The same for handlers that say `item as? URL` or `item as? Data`: of `any NSSecureCoding` the compiler for Linux
    /// says that the cast always fails, although it does not.
    @preconcurrency
    public func loadItem(
        forTypeIdentifier typeIdentifier: String,
        options: [AnyHashable: Any]? = nil,
        completionHandler: @escaping @Sendable (Any?, (any Error)?) -> Void
    ) {
        let handler: CompletionHandler = { item, error in completionHandler(item, error) }
        loadItem(forTypeIdentifier: typeIdentifier, options: options, completionHandler: handler)
    }

    /// Loads a representation of that type or a kind of it: the `NSURL` of a file where it is registered as a file,
    /// which lives as long as this object at least, and else `NSData`. There are no options.
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

    /// The same for `try await provider.loadItem(forTypeIdentifier: type) as? URL`, of which the compiler for Linux
    /// says otherwise that it always fails.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String,
        options: [AnyHashable: Any]? = nil
    ) async throws -> Any {
        let item: any NSSecureCoding = try await loadItem(forTypeIdentifier: typeIdentifier, options: options)
        return item
    }
}
