import LibraryClient
import LibraryModel
import LinuxSystem
import Synchronization

/// Gets the bytes of an asset's files.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex, the rest is constant.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    private static let defaultManager = PHAssetResourceManager()

    /// Bytes handed over at a time.
    private static let chunkSize = 256 * 1024

    /// Requests, one after the other, and their handlers.
    private let queue = DispatchQueue(label: "photos.resources")
    private let requests = Mutex(RunningRequests())

    /// The resource manager of this process.
    @discardableResult
    open class func `default`() -> PHAssetResourceManager { defaultManager }

    /// Reads a file: hands its bytes to `handler` in order, then calls `completionHandler` once. Both run on an
    /// arbitrary serial queue.
    @preconcurrency
    @discardableResult
    open func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping @Sendable (Data) -> Void,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let (id, cancellation) = requests.withLock { $0.begin() }
        queue.async { [self] in
            var failure: PHPhotosError?
            do throws(PHPhotosError) {
                try read(resource, cancellation, handler)
            } catch {
                failure = error
            }
            _ = requests.withLock { $0.end(id) }
            completionHandler(failure)
        }
        return id
    }

    /// Copies a file to a new one of the app's; one that is there already is an error. The handler runs on an
    /// arbitrary serial queue.
    @preconcurrency
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        queue.async {
            var failure: PHPhotosError?
            do throws(PHPhotosError) {
                try PrivateFile.write(try resource.open(), to: fileURL)
            } catch {
                failure = error
            }
            completionHandler(failure)
        }
    }

    /// Copies a file to a new one of the app's; one that is there already is an error.
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            writeData(for: resource, toFile: fileURL, options: options) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Calls a request off: its completion handler gets `userCancelled`, unless it was done.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }

    private func read(
        _ resource: PHAssetResource,
        _ cancellation: Cancellation,
        _ handler: (Data) -> Void
    ) throws(PHPhotosError) {
        let file = try resource.open()
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            guard !cancellation.isStopped else {
                throw PHPhotosError(.userCancelled, reason: "the request was cancelled")
            }
            let count: Int
            do throws(SystemCallError) {
                count = try file.read(into: &chunk)
            } catch {
                throw PHPhotosError(.internalError, reason: "a resource cannot be read", cause: error.asNSError)
            }
            if count == 0 { return }
            handler(Data(chunk[..<count]))
        }
    }
}

/// The name of a request, to cancel it by.
public typealias PHAssetResourceDataRequestID = Int32
/// The name of no request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// How a file is fetched.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether the network may be used for what is not on this machine.
    open var isNetworkAccessAllowed = false
    /// Called while a file is fetched over the network, with how much of 1 is there.
    open var progressHandler: PHAssetResourceProgressHandler?

    /// Options without the network.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

/// Called while a file is fetched over the network, with how much of 1 is there.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

extension PHAssetResource {
    /// The file, freshly opened.
    func open() throws(PHPhotosError) -> OwnedDescriptor {
        do throws(LibraryError) {
            if let lent { return try lent.open(ResourceKind(type)) }
            guard let asset else { throw LibraryError(.missingResource, "the resource is of no asset") }
            return try PHPhotoLibrary.shared().client.openResource(ResourceKind(type), of: asset)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
