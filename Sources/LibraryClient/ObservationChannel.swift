internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// The connection for change events: opened with the first observer, read by a thread of its own, and opened again for
/// as long as there are observers.
///
/// After a lost connection everybody gets a resynchronisation: what happened in between is in the history.
final class ObservationChannel: Sendable {
    typealias Body = @Sendable (ChangeEvent) -> Void
    typealias LossBody = @Sendable (LibraryError) -> Void

    private struct State {
        var next: UInt64 = 1
        var bodies: [UInt64: Body] = [:]
        /// Who wants to know that the server has gone.
        var lossBodies: [UInt64: LossBody] = [:]
        var stream: IncomingStream?
        /// A thread reads events, or tries to connect.
        var isRunning = false

        mutating func add(_ body: @escaping Body, _ whenLost: LossBody?) -> UInt64 {
            defer { next += 1 }
            bodies[next] = body
            lossBodies[next] = whenLost
            return next
        }

        mutating func remove(_ number: UInt64) {
            bodies.removeValue(forKey: number)
            lossBodies.removeValue(forKey: number)
        }
    }

    /// Nanoseconds between attempts to reach a server that has gone: doubled from the first to the last.
    private static let firstPause: UInt64 = 50_000_000
    private static let lastPause: UInt64 = 5_000_000_000

    private let state = Mutex(State())
    /// Held while the first observer opens the connection.
    private let opening = Mutex(())
    private let pause = Parker()
    private let calls: CallChannel

    init(_ calls: CallChannel) {
        self.calls = calls
    }

    /// Adds an observer. One that finds no connection opens it, and gets the error when that fails. Others wait for
    /// that: what is committed once this returned is never missed.
    func add(whenLost: LossBody?, _ body: @escaping Body) throws(LibraryError) -> ChangeObservation {
        let number = try opening.withLock { _ throws(LibraryError) in
            if let number = state.withLock({ $0.isRunning ? $0.add(body, whenLost) : nil }) { return number }
            let stream = try open()
            let number = state.withLock { state in
                state.isRunning = true
                state.stream = stream
                return state.add(body, whenLost)
            }
            do throws(LibraryError) {
                try start(with: stream)
            } catch {
                state.withLock { state in
                    state.remove(number)
                    state.isRunning = false
                    state.stream = nil
                }
                throw error
            }
            return number
        }
        return ChangeObservation { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: UInt64) {
        let idle: IncomingStream? = state.withLock { state in
            state.remove(number)
            return state.bodies.isEmpty ? state.stream : nil
        }
        idle?.cancel()
        pause.unpark()
    }

    /// Opens a stream of events; everything committed from now on is in it.
    private func open() throws(LibraryError) -> IncomingStream {
        do {
            var message = MessageBuffer()
            message.end = LibraryRequest(ObserveCall()).encode(into: &message.storage, at: MessageBuffer.headerSpace)
            let stream = try calls.connect().openStream(&message)
            guard stream.isOpen else {
                _ = try event(stream.response)
                throw TransportError(.connectionClosed)
            }
            return stream
        } catch let error as LibraryError {
            throw error
        } catch let error as TransportError {
            throw LibraryError(error)
        } catch {
            throw LibraryError(.internal, "an unexpected error while observing")
        }
    }

    private func start(with stream: IncomingStream) throws(LibraryError) {
        try translatingSystemErrors("observing changes") { () throws(SystemCallError) in
            _ = try SystemThread(name: "changes") { self.run(stream) }
        }
    }

    private func run(_ first: IncomingStream) {
        var stream: IncomingStream? = first
        var pauseLength = ObservationChannel.firstPause
        var isLossTold = false
        while true {
            if let open = stream {
                deliver(from: open)
                stream = nil
                isLossTold = false
            }
            if stopped() { return }
            _ = pause.park(until: MonotonicClock.deadline(after: pauseLength))
            if stopped() { return }
            do throws(LibraryError) {
                let fresh = try open()
                state.withLock { $0.stream = fresh }
                // Whoever ended the last observation meanwhile could not cancel this one.
                if stopped() { return }
                pauseLength = ObservationChannel.firstPause
                // Whatever happened while nobody listened is in the history.
                let missed = try event(fresh.response)
                deliver(ChangeEvent(token: missed.token, isResynchronization: true))
                stream = fresh
            } catch {
                // The first attempt after the connection ended: a server that only started anew is there again.
                if !isLossTold { tellLoss(error) }
                isLossTold = true
                pauseLength = min(pauseLength * 2, ObservationChannel.lastPause)
            }
        }
    }

    /// Delivers events until the stream ends.
    private func deliver(from stream: IncomingStream) {
        do {
            while let payload = try stream.next() { deliver(try event(payload)) }
        } catch {
            // The connection ended, or the server talks nonsense: either way a new connection tells what was missed.
            return
        }
    }

    private func deliver(_ event: ChangeEvent) {
        for number in state.withLock({ $0.bodies.keys.sorted() }) {
            let body = state.withLock { $0.bodies[number] }
            body?(event)
        }
    }

    private func tellLoss(_ error: LibraryError) {
        for number in state.withLock({ $0.lossBodies.keys.sorted() }) {
            let body = state.withLock { $0.lossBodies[number] }
            body?(error)
        }
    }

    /// Whether the thread is to end, because nobody observes any more.
    private func stopped() -> Bool {
        state.withLock { state in
            guard state.bodies.isEmpty else { return false }
            state.isRunning = false
            state.stream = nil
            return true
        }
    }

    private func event(_ payload: DetachedPayload) throws(LibraryError) -> ChangeEvent {
        let reply = try payload.withBytes { bytes throws(LibraryError) in try LibraryReply(decoding: bytes) }
        guard case .changeEvent(let event) = try reply.result() else { throw .unexpectedReply }
        return event
    }
}

/// A running observation. It ends with `cancel()` or with its last reference.
package final class ChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }

    /// Ends it. From any thread, also from within the body. A call that another thread is about to make may still come.
    package func cancel() { end() }
}
