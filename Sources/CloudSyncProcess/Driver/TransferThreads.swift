internal import CloudBuckets
internal import CloudSync
internal import LinuxSystem
internal import Synchronization

/// Performs requests of the bucket, several at once, for one thread that waits for their answers.
final class TransferThreads: Sendable {
    private struct State {
        var waiting: [(request: BucketRequest, cancellation: Cancellation)] = []
        var answers: [(request: BucketRequest, answer: BucketAnswer)] = []
        /// Requests that were submitted and not taken back.
        var count = 0

        mutating func dropWaiting() {
            count -= waiting.count
            waiting = []
        }
    }

    private let state = Mutex(State())
    private let threads: [ServiceThread]
    private let owner = Parker()

    /// Bytes: a chunk of a file is on the heap.
    private static let stackSize = 1 << 20

    /// `perform` is called on several threads at once.
    init(
        _ count: Int,
        _ perform: @escaping @Sendable (BucketRequest, Cancellation) -> BucketAnswer
    ) throws(SystemCallError) {
        threads = (0..<count).map { _ in ServiceThread() }
        for thread in threads {
            try thread.start("transfer", stackSize: TransferThreads.stackSize) { [self, thread] in
                while true {
                    guard let next = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
                        if !thread.wait() { return }
                        continue
                    }
                    let (request, answer) = (next.request, perform(next.request, next.cancellation))
                    state.withLock { state in
                        state.answers.append((request, answer))
                        // The synchronisation ends with it.
                        if answer.reply == .failed { state.dropWaiting() }
                    }
                    owner.unpark()
                }
            }
        }
    }

    func submit(_ request: BucketRequest, _ cancellation: Cancellation) {
        state.withLock { state in
            state.waiting.append((request, cancellation))
            state.count += 1
        }
        for thread in threads { thread.wake() }
    }

    /// Forgets the requests that no thread has begun.
    func dropWaiting() { state.withLock { $0.dropWaiting() } }

    /// Waits for an answer; nil when nothing is outstanding.
    func next() -> (request: BucketRequest, answer: BucketAnswer)? {
        while true {
            let (answer, count) = state.withLock { state in
                let answer = state.answers.isEmpty ? nil : state.answers.removeFirst()
                if answer != nil { state.count -= 1 }
                return (answer, state.count)
            }
            if let answer { return answer }
            if count == 0 { return nil }
            owner.park()
        }
    }

    /// Ends the threads, once requests that are under way have ended: their cancellation stops them.
    func stop() {
        state.withLock { $0.waiting = [] }
        for thread in threads { thread.requestStop() }
        for thread in threads { thread.stop() }
    }
}
