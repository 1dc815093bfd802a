import Synchronization

/// Receives the progress of a load, from any thread.
package protocol LoadReport: Sendable {
    /// Whether the load was cancelled.
    var isCancelled: Bool { get }
    /// Calls `body` when the load is cancelled; at once if it is already.
    func onCancellation(_ body: @escaping @Sendable () -> Void)
    /// Reports how much is done. The unit is the load's own; usually bytes.
    func count(_ done: Int64, of total: Int64)
}

/// The `Progress` that a load returns.
///
/// Foundation's `Progress` is not synchronised on Linux: the thread that finishes a child writes the list of children,
/// and the one that cancels reads it. So cancellation uses our own reference to the load handler's `Progress`; only
/// counting uses Foundation's tree.
///
/// Guards: `loading` by its own lock; the superclass's counts by `counting`, or by the load handler's own `Progress`.
final class LoadingProgress: Progress, LoadReport, @unchecked Sendable {
    private struct Loading {
        var source: Progress?
        var onCancellation: [@Sendable () -> Void] = []
        var isCancelled = false
    }

    private let loading = Mutex(Loading())
    /// Held while the tree of counts changes; never inside `loading`.
    private let counting = Mutex(())

    init() {
        super.init(parent: nil)
        totalUnitCount = 1
        isCancellable = true
    }

    func onCancellation(_ body: @escaping @Sendable () -> Void) {
        let isLate = loading.withLock { loading in
            if !loading.isCancelled { loading.onCancellation.append(body) }
            return loading.isCancelled
        }
        if isLate { body() }
    }

    /// Adds the load handler's `Progress` as a child.
    func follow(_ source: Progress) {
        let isLate = loading.withLock { loading in
            if !loading.isCancelled { loading.source = source }
            return loading.isCancelled
        }
        if isLate { return source.cancel() }
        counting.withLock { _ in
            if !isFinished { addChild(source, withPendingUnitCount: totalUnitCount) }
        }
    }

    func count(_ done: Int64, of total: Int64) {
        counting.withLock { _ in
            if totalUnitCount != total { totalUnitCount = total }
            completedUnitCount = done
        }
    }

    /// Completes the progress after a success.
    func complete() {
        let source = forget()
        counting.withLock { _ in
            guard let source else {
                completedUnitCount = totalUnitCount
                return
            }
            guard !source.isFinished else { return }
            // Completes the count of a handler that did not count to the end.
            source.totalUnitCount = max(1, source.totalUnitCount)
            source.completedUnitCount = source.totalUnitCount
        }
    }

    /// The load has ended: cancelling has no effect any more.
    @discardableResult
    func forget() -> Progress? {
        loading.withLock { loading in
            defer { (loading.source, loading.onCancellation) = (nil, []) }
            return loading.source
        }
    }

    override var isCancelled: Bool {
        get { loading.withLock { $0.isCancelled } }
        set { loading.withLock { $0.isCancelled = newValue } }
    }

    override func cancel() {
        let before = loading.withLock { loading in
            let before = loading
            loading.isCancelled = true
            loading.onCancellation = []
            loading.source = nil
            return before
        }
        guard !before.isCancelled else { return }
        before.source?.cancel()
        for body in before.onCancellation { body() }
        if let handler = cancellationHandler { loadingQueue.async { handler() } }
    }
}

/// The queue of handlers.
let loadingQueue = DispatchQueue(label: "itemprovider.loading", qos: .userInitiated, attributes: .concurrent)
