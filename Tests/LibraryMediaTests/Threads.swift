import LinuxSystem
import Synchronization

/// Runs `body` on `count` threads at once, each with its number, and waits for all of them. Throws the first error.
func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failure = Mutex<(any Error)?>(nil)
    let ended = Parker()
    let running = Mutex(count)
    for number in 0..<count {
        _ = try SystemThread(name: "test \(number)") {
            do { try body(number) } catch { failure.withLock { $0 = $0 ?? error } }
            let left = running.withLock { left in
                left -= 1
                return left
            }
            if left == 0 { ended.unpark() }
        }
    }
    ended.park()
    if let error = failure.withLock({ $0 }) { throw error }
}
