import Photos

/// Tells that the library changed, for as long as no signal asks the program to end.
final class LibraryChanges: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// One element after each change; changes that nobody has looked at yet count as one.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let signals: [any DispatchSourceSignal]

    override init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        self.continuation = continuation
        signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.finish() }
            source.activate()
            return source
        }
        super.init()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        continuation.yield()
    }
}
