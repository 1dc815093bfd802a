import Synchronization

/// What a load tells of itself while it goes on, from any thread.
package protocol LoadReport: Sendable {
    /// Nobody waits for the load any more.
    var isCancelled: Bool { get }
    /// How much is done. The unit is the load's own; bytes, where there are any.
    func count(_ done: Int64, of total: Int64)
}

/// The progress that a load returns.
///
/// Foundation's `Progress` is not synchronised on Linux: its list of children is written by the thread that finishes a
/// child and read by the one that cancels. Cancelling therefore goes by a reference of our own to the progress of the
/// load handler, and what is counted goes by Foundation's tree.
///
/// Guarded: `loading`; what the superclass counts, by `counting`, or by the load handler's own progress.
final class LoadingProgress: Progress, LoadReport, @unchecked Sendable {
    private struct Loading {
        var source: Progress?
        var onCancellation: (@Sendable () -> Void)?
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

    /// Says what is to happen when the load is cancelled; at once when it is cancelled already.
    func onCancellation(_ body: @escaping @Sendable () -> Void) {
        let isLate = loading.withLock { loading in
            if !loading.isCancelled { loading.onCancellation = body }
            return loading.isCancelled
        }
        if isLate { body() }
    }

    /// Makes the load handler's own progress part of this one.
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

    /// The load succeeded.
    func complete() {
        let source = forget()
        counting.withLock { _ in
            guard let source else {
                completedUnitCount = totalUnitCount
                return
            }
            guard !source.isFinished else { return }
            // The handler is done and did not count to the end.
            source.totalUnitCount = max(1, source.totalUnitCount)
            source.completedUnitCount = source.totalUnitCount
        }
    }

    /// The load is over: there is nothing to be cancelled any more.
    @discardableResult
    func forget() -> Progress? {
        loading.withLock { loading in
            defer { (loading.source, loading.onCancellation) = (nil, nil) }
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
            loading.onCancellation = nil
            loading.source = nil
            return before
        }
        guard !before.isCancelled else { return }
        before.source?.cancel()
        before.onCancellation?()
        if let handler = cancellationHandler { loadingQueue.async { handler() } }
    }
}

/// Where handlers are called.
let loadingQueue = DispatchQueue(label: "itemprovider.loading", qos: .userInitiated, attributes: .concurrent)
