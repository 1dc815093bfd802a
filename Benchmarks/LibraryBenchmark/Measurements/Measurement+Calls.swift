import LibraryClient
import LibraryModel
import LinuxSystem
import Synchronization

/// Small calls, one after the other, on a connection a client.
extension Measurement {
    /// Bytes of a request; the floor's are as many.
    private static let requestSize = 64
    private static let warmUpCalls = 500

    /// Prints: p50_us p99_us calls_per_second.
    func calls(clients: Int, replySize: Int, seconds: Double) throws -> String {
        let payload = [UInt8](repeating: 7, count: Measurement.requestSize)
        return try concurrently(clients, for: seconds, warmUp: Measurement.warmUpCalls) { client in
            guard try client.ping(payload, replySize: replySize) == max(replySize, payload.count) else {
                throw BenchmarkError("a ping of another size than asked")
            }
        }
    }

    /// The authorization status instead, which reads the database.
    func statusCalls(seconds: Double) throws -> String {
        try concurrently(1, for: seconds, warmUp: Measurement.warmUpCalls) { client in
            guard try client.authorizationStatus(for: .readWrite) == .authorized else {
                throw BenchmarkError("the bench is not authorized")
            }
        }
    }

    /// Makes calls from as many threads as there are clients, each with its own connection, started together.
    func concurrently(
        _ clients: Int,
        for seconds: Double,
        warmUp: Int,
        _ call: @escaping @Sendable (LibraryClient) throws -> Void
    ) throws -> String {
        let results = Mutex<[Result<[UInt32], any Error>]>([])
        let ready = Atomic(0)
        var threads = ThreadList()
        let socket = socket
        for _ in 0..<clients {
            try threads.start(named: "client") {
                let result = Result {
                    let client = LibraryClient(ServerAddress(path: socket))
                    for _ in 0..<warmUp { try call(client) }
                    ready.add(1, ordering: .relaxed)
                    while ready.load(ordering: .relaxed) < clients { try call(client) }
                    var times: [UInt32] = []
                    times.reserveCapacity(1 << 20)
                    var before = MonotonicClock.now()
                    let end = before + UInt64(seconds * 1e9)
                    while before < end {
                        try call(client)
                        let after = MonotonicClock.now()
                        times.append(UInt32(clamping: after - before))
                        before = after
                    }
                    return times
                }
                // Whoever waits for the others is let go also when this one failed.
                if case .failure = result { ready.add(clients, ordering: .relaxed) }
                results.withLock { $0.append(result) }
            }
        }
        threads.join()
        let times = try results.withLock { try $0.flatMap { try $0.get() } }.map { Double($0) / 1e3 }
        return "\(times.median) \(times.percentile(0.99)) \(Double(times.count) / seconds)"
    }
}

/// Threads that are waited for together.
struct ThreadList: ~Copyable {
    private var threads: [SystemThreadBox] = []

    mutating func start(named name: String, _ body: @escaping @Sendable () -> Void) throws {
        threads.append(SystemThreadBox(try SystemThread(name: name, body)))
    }

    consuming func join() {
        for thread in threads { thread.join() }
    }
}

/// A thread as an array holds it.
private final class SystemThreadBox {
    private var thread: SystemThread?

    init(_ thread: consuming SystemThread) { self.thread = consume thread }

    func join() { thread.take()?.join() }
}
