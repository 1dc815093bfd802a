internal import Admission
internal import LibraryModel
internal import LibraryProtocol
internal import Synchronization

/// Passes originals that somebody waits for to `photolibrary-sync`, and tells those who wait how far it is.
///
/// The process offers each file like any other that the library misses (`OfferContentCall`): nobody sees it before its
/// digest was compared. When the process ends, the next one begins again.
final class OriginalDownloads: Sendable {
    typealias Events = EventStream<WantedOriginal>

    /// Who waits. Neither may wait itself.
    struct Listener: Sendable {
        /// Bytes of the file.
        var size: Int64
        /// Thousandths, less than all.
        var progress: @Sendable (Int) -> Void
        /// Nil when the file is here.
        var end: @Sendable (LibraryError?) -> Void
    }

    private struct State {
        var queue = DownloadQueue()
        var listeners: [UInt64: Listener] = [:]
        var subscriber: (number: UInt64, events: Events)?
        var next: UInt64 = 1
        /// Whether a process has subscribed since the last one ended.
        var wasServed = true

        mutating func number() -> UInt64 {
            defer { next += 1 }
            return next
        }

        /// Sent under the lock: a cancellation comes after what it cancels.
        mutating func sendNext() {
            guard let subscriber else { return }
            while let wanted = queue.next() { _ = subscriber.events.send(wanted) }
        }

        mutating func take(_ requests: [UInt64]) -> [Listener] {
            requests.compactMap { listeners.removeValue(forKey: $0) }
        }
    }

    private let state = Mutex(State())

    // MARK: Who waits

    /// Waits for an original. Returns the number of the request, for `leave`.
    func wait(
        for content: [UInt8],
        generation: UInt32,
        _ share: Share,
        _ listener: Listener
    ) throws(LibraryError) -> UInt64 {
        try state.withLock { state throws(LibraryError) in
            let number = state.number()
            try state.queue.join(content, generation: generation, number, of: share)
            state.listeners[number] = listener
            state.sendNext()
            return number
        }
    }

    /// Waits no more: the last one who leaves ends the download. No effect after the end.
    func leave(_ request: UInt64) {
        state.withLock { state in
            state.listeners[request] = nil
            if let cancelled = state.queue.leave(request) { _ = state.subscriber?.events.send(cancelled) }
            state.sendNext()
        }
    }

    // MARK: The process

    /// Adds the process as the subscriber. Returns its number.
    func subscribe(_ events: Events) -> UInt64 {
        state.withLock { state in
            let number = state.number()
            state.subscriber = (number, events)
            state.wasServed = true
            state.queue.restart()
            state.sendNext()
            return number
        }
    }

    func unsubscribe(_ number: UInt64) {
        state.withLock { state in
            guard state.subscriber?.number == number else { return }
            state.subscriber = nil
            state.queue.restart()
        }
    }

    /// The process has ended, or could not be started because of `problem`. One that never subscribed will not do
    /// better the next time: nobody waits for it.
    func processEnded(_ problem: String?) {
        let isHopeless = state.withLock { state in
            defer { state.wasServed = false }
            return problem != nil || !state.wasServed
        }
        if isHopeless {
            failAll(LibraryError(.networkFailed, problem ?? "photolibrary-sync does not start", isRetryable: true))
        }
    }

    func take(_ report: DownloadReport) {
        if let failure = report.failure { return end(report.content, failure) }
        let listeners = state.withLock { state in
            state.queue.waiting(for: report.content).compactMap { state.listeners[$0] }
        }
        for listener in listeners {
            let part = Double(report.received) / Double(max(1, listener.size))
            listener.progress(Int(min(part, 0.999) * Double(ExportProgress.whole)))
        }
    }

    /// The file is here.
    func arrived(_ content: [UInt8]) { end(content, nil) }

    private func end(_ content: [UInt8], _ failure: LibraryError?) {
        let listeners = state.withLock { state in
            let listeners = state.take(state.queue.end(content))
            state.sendNext()
            return listeners
        }
        for listener in listeners { listener.end(failure) }
    }

    /// Nothing comes any more.
    func failAll(_ failure: LibraryError) {
        let listeners = state.withLock { state in state.take(state.queue.endAll()) }
        for listener in listeners { listener.end(failure) }
    }
}
