import Photos

/// Tells that the library changed, until it is told to end.
final class LibraryChanges: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// One element after each change; changes that nobody has looked at yet count as one.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    override init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        super.init()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        continuation.yield()
    }

    /// Ends the stream when one of the signals arrives, instead of the program. For as long as the result is kept.
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
