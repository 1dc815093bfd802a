import LinuxSystem
import Synchronization

/// Counts rings of a bell, to be waited for one by one.
final class RingRecorder: Sendable {
    private let waiting = Mutex(0)
    private let flag: EventDescriptor

    init() {
        do { flag = try EventDescriptor() } catch { preconditionFailure("no event descriptor: \(error)") }
    }

    func ring() {
        waiting.withLock { $0 += 1 }
        flag.signal()
    }

    /// Rings that nobody has waited for.
    var count: Int { waiting.withLock { $0 } }

    /// Waits for the next one. False when none came for a minute.
    func next() -> Bool {
        while true {
            flag.clear()
            let isThere = waiting.withLock { waiting in
                if waiting == 0 { return false }
                waiting -= 1
                return true
            }
            if isThere { return true }
            do throws(SystemCallError) {
                let isTold = try Poll.wait(flag.descriptor, for: .readable, timeoutNanoseconds: 60_000_000_000)
                if !isTold { return false }
            } catch { return false }
        }
    }
}
