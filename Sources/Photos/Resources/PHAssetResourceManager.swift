import LibraryClient
import LibraryModel
import LinuxSystem
import Synchronization

/// Reads the files of assets. Thread-safe.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex, the rest is constant.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    private static let defaultManager = PHAssetResourceManager()

    /// Bytes per call of a handler.
    private static let chunkSize = 256 * 1024

    /// Runs requests and their handlers.
    private let queue = DispatchQueue(label: "photos.resources")
    private let requests = Mutex(RunningRequests())

    /// The resource manager of this process.
    @discardableResult
    open class func `default`() -> PHAssetResourceManager { defaultManager }

    /// Reads a file: calls `handler` with its content in order, then `completionHandler` once. Both run on an arbitrary
    /// serial queue.
    @preconcurrency
    @discardableResult
    open func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping @Sendable (Data) -> Void,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let (id, cancellation) = requests.withLock { $0.begin() }
        let network = options?.network(cancellation)
        queue.async { [self] in
            var failure: PHPhotosError?
            do throws(PHPhotosError) {
                try read(resource, cancellation, network, handler)
            } catch {
                failure = error
            }
            _ = requests.withLock { $0.end(id) }
            completionHandler(failure)
        }
        return id
    }

    /// Copies a file to a new file of the app, and calls the handler on an arbitrary serial queue. Fails when the file
    /// exists.
    @preconcurrency
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let network = options?.network(nil)
        queue.async {
            var failure: PHPhotosError?
            do throws(PHPhotosError) {
                try PrivateFile.write(try resource.open(network), to: fileURL)
            } catch {
                failure = error
            }
            completionHandler(failure)
        }
    }

    /// Copies a file to a new file of the app. Throws when the file exists.
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

    /// Cancels a request: its completion handler gets `userCancelled`, unless it has completed.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { $0.cancellation(of: requestID) }?.cancel()
    }

    private func read(
        _ resource: PHAssetResource,
        _ cancellation: Cancellation,
        _ network: NetworkAccess?,
        _ handler: (Data) -> Void
    ) throws(PHPhotosError) {
        let file = try resource.open(network)
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            guard !cancellation.isStopped else {
                throw PHPhotosError(.userCancelled, reason: "the request was cancelled")
            }
            let count: Int
            do throws(SystemCallError) {
                count = try file.read(into: &chunk)
            } catch {
                throw PHPhotosError(unreadable: error)
            }
            if count == 0 { return }
            handler(Data(chunk[..<count]))
        }
    }
}

/// Identifies a request, for cancelling it.
public typealias PHAssetResourceDataRequestID = Int32
/// No request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// Options for reading a file. A request copies them.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether files that are in the cloud may be downloaded. Without it, requests for them fail with
    /// `networkAccessRequired`.
    open var isNetworkAccessAllowed = false
    /// Called while a file is fetched over the network, with how much of 1 is there.
    open var progressHandler: PHAssetResourceProgressHandler?

    /// Default options: no downloads.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

extension PHAssetResourceRequestOptions {
    /// Nil when the network must not be used.
    fileprivate func network(_ cancellation: Cancellation?) -> NetworkAccess? {
        guard isNetworkAccessAllowed else { return nil }
        let progress = ResourceProgress(handler: progressHandler)
        return NetworkAccess(cancellation) { progress.tell($0) }
    }
}

/// An app's progress handler.
//
// `@unchecked`: Apple's type is not `@Sendable`, though it is called on another thread: always on one serial queue.
private struct ResourceProgress: @unchecked Sendable {
    let handler: PHAssetResourceProgressHandler?

    func tell(_ fraction: Double) { handler?(fraction) }
}

/// Called while a file is fetched over the network, with how much of 1 is there.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

extension PHAssetResource {
    /// Opens the file; with `network` downloads it first if it is in the cloud.
    func open(_ network: NetworkAccess?) throws(PHPhotosError) -> OwnedDescriptor {
        do throws(LibraryError) {
            if let lent { return try lent.open(ResourceKind(type), network) }
            guard let asset else { throw LibraryError(.missingResource, "the resource is of no asset") }
            return try PHPhotoLibrary.shared().client.openResource(ResourceKind(type), of: asset, network)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
