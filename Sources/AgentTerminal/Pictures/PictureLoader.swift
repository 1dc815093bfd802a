internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Fetches pictures and makes them what the terminal shows, on threads of its own.
///
/// Only what is in view is asked for: `want` takes the place of what was wanted before, so what was scrolled away is
/// never begun.
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
    private static let threads = 2

    private struct State {
        var wanted: [Request] = []
        var inWork: Set<Request> = []
        var drawn: [Request: DrawnPicture] = [:]
        /// The one that was made last comes last.
        var order: [Request] = []
        var bytes = 0
        var isStopped = false
    }

    private let client: LibraryClient
    private let terminal: TerminalPictures
    private let state = Mutex(State())
    private let wanted: EventDescriptor
    /// Readable when another picture is there.
    let arrived: EventDescriptor

    init(_ client: LibraryClient, _ terminal: TerminalPictures) throws(SystemCallError) {
        self.client = client
        self.terminal = terminal
        wanted = try EventDescriptor()
        arrived = try EventDescriptor()
        for _ in 0..<PictureLoader.threads { _ = try SystemThread(name: "pictures") { [self] in run() } }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        wanted.signal()
    }

    /// The picture, when it is there.
    func picture(_ request: Request) -> DrawnPicture? { state.withLock { $0.drawn[request] } }

    /// What is in view and missing, the most important first.
    func want(_ requests: [Request]) {
        let isMore = state.withLock { state in
            state.wanted = requests.filter { state.drawn[$0] == nil && !state.inWork.contains($0) }
            return !state.wanted.isEmpty
        }
        if isMore { wanted.signal() }
    }

    private func run() {
        while true {
            let (next, isStopped) = state.withLock { state -> (Request?, Bool) in
                guard !state.isStopped, !state.wanted.isEmpty else { return (nil, state.isStopped) }
                let next = state.wanted.removeFirst()
                state.inWork.insert(next)
                return (next, false)
            }
            if isStopped { return wanted.signal() }
            guard let next else {
                do throws(SystemCallError) { _ = try Poll.wait(wanted.descriptor, for: .readable) } catch {
                    preconditionFailure("waiting for an event: \(error)")
                }
                if !state.withLock({ $0.isStopped }) { wanted.clear() }
                continue
            }
            // Another thread may help with what is left.
            wanted.signal()
            keep(draw(next), for: next)
            arrived.signal()
        }
    }

    /// Nil when the server is not there: then it is asked again.
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
