internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Fetches thumbnails and converts them for the terminal, on threads of its own.
///
/// `want` replaces what was wanted before, so that nothing is started that has been scrolled away.
final class PictureLoader: Sendable {
    struct Request: Hashable, Sendable {
        var asset: ObjectID
        /// Cells that it may take.
        var columns: Int
        var rows: Int
        var style: PictureStyle
    }

    /// Bytes of drawn pictures that are kept.
    static let maximumBytes = 64 * 1024 * 1024
    private static let threadCount = 2

    private struct State {
        var wanted: [Request] = []
        var inWork: Set<Request> = []
        var drawn: [Request: DrawnPicture] = [:]
        /// The newest comes last.
        var order: [Request] = []
        var bytes = 0
    }

    private let client: LibraryClient
    private let terminal: TerminalPictures
    private let state = Mutex(State())
    private let threads = (0..<PictureLoader.threadCount).map { _ in ServiceThread() }
    /// Readable after another picture was made.
    let arrived: EventDescriptor

    init(_ client: LibraryClient, _ terminal: TerminalPictures) throws(SystemCallError) {
        self.client = client
        self.terminal = terminal
        arrived = try EventDescriptor()
        for thread in threads {
            try thread.start("pictures") { [self] in
                while thread.wait() {
                    while !thread.isStopping, let next = next() {
                        keep(draw(next), for: next)
                        arrived.signal()
                    }
                }
            }
        }
    }

    /// Begins no picture any more. Does not wait for those being loaded.
    func stop() {
        for thread in threads { thread.requestStop() }
    }

    /// The picture, if it has been made.
    func picture(_ request: Request) -> DrawnPicture? { state.withLock { $0.drawn[request] } }

    /// Makes these pictures, the first ones first.
    func want(_ requests: [Request]) {
        let isMore = state.withLock { state in
            state.wanted = requests.filter { state.drawn[$0] == nil && !state.inWork.contains($0) }
            return !state.wanted.isEmpty
        }
        if isMore { for thread in threads { thread.wake() } }
    }

    private func next() -> Request? {
        state.withLock { state in
            guard !state.wanted.isEmpty else { return nil }
            let next = state.wanted.removeFirst()
            state.inWork.insert(next)
            return next
        }
    }

    /// Nil when the server is away: the picture is tried again.
    private func draw(_ request: Request) -> DrawnPicture? {
        let size = request.style.pixels(columns: request.columns, rows: request.rows)
        do throws(LibraryError) {
            let image = try client.thumbnail(of: request.asset, fitting: size)
            return terminal.draw(image, columns: request.columns, rows: request.rows, request.style) ?? .missing
        } catch {
            return error.isRetryable ? nil : .missing
        }
    }

    private func keep(_ picture: DrawnPicture?, for request: Request) {
        state.withLock { state in
            state.inWork.remove(request)
            guard let picture else { return }
            state.drawn[request] = picture
            state.order.append(request)
            state.bytes += picture.byteCount
            while state.bytes > PictureLoader.maximumBytes, state.order.count > 1 {
                let oldest = state.order.removeFirst()
                state.bytes -= state.drawn.removeValue(forKey: oldest)?.byteCount ?? 0
            }
        }
    }
}
