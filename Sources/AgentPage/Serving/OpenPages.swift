internal import Languages
internal import LinuxSystem
internal import Synchronization

/// The open pages: those with an event stream.
final class OpenPages: Sendable {
    /// Each holds a connection and a thread.
    static let maximumCount = 16

    private struct State {
        var streams: [EventStream] = []
        var lastClosed: UInt64?
        var isStopped = false
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.streams.count } }

    /// When one was closed last, on the monotonic clock.
    var lastClosed: UInt64? { state.withLock { $0.lastClosed } }

    /// A stream for a new page. It begins with the events that `first` returns; `first` is called once the stream is
    /// registered, so that no event is lost in between.
    func open(socket: CInt, first: () throws -> [PageEvent]) throws -> EventStream {
        let stream = try EventStream(socket: socket) { [self] stream in close(stream) }
        try state.withLock { state in
            guard !state.isStopped, state.streams.count < OpenPages.maximumCount else {
                throw RequestFailure(429, localized("too many pages are open"))
            }
            state.streams.append(stream)
        }
        do {
            for event in try first() { stream.send(event) }
        } catch {
            stream.end()
            throw error
        }
        return stream
    }

    /// Sends an event, made once in each language that an open page has.
    func send(_ event: @autoclosure () throws -> PageEvent) rethrows {
        for (language, streams) in Dictionary(grouping: state.withLock { $0.streams }, by: \.language) {
            let event = try Language.$current.withValue(language, operation: event)
            for stream in streams { stream.send(event) }
        }
    }

    /// Ends all streams and refuses new ones.
    func stop() {
        let streams = state.withLock { state in
            state.isStopped = true
            return state.streams
        }
        for stream in streams { stream.end() }
    }

    private func close(_ stream: EventStream) {
        state.withLock { state in
            state.streams.removeAll { $0 === stream }
            state.lastClosed = MonotonicClock.now()
        }
    }
}
