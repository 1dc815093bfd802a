import Photos

/// A stream of notifications that the library changed.
final class LibraryChanges: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// One element per change; unread ones are coalesced.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    override init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        super.init()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        continuation.yield()
    }

    /// Ends the stream instead of the program when one of the signals arrives, while the result is retained.
    func end(on signals: [Int32]) -> [any DispatchSourceSignal] {
        signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { [continuation] in continuation.finish() }
            source.activate()
            return source
        }
    }
}
