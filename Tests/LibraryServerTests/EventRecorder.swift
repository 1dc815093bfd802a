import LibraryModel
import LinuxSystem
import Synchronization

/// Events in the order in which they came.
final class EventRecorder: Sendable {
    private let events = Mutex<[ChangeEvent]>([])
    private let flag: EventDescriptor

    init() {
        do { flag = try EventDescriptor() } catch { preconditionFailure("no event descriptor: \(error)") }
    }

    func append(_ event: ChangeEvent) {
        events.withLock { $0.append(event) }
        flag.signal()
    }

    /// Waits for the next one. Nil when none came for a minute.
    func next() -> ChangeEvent? {
        while true {
            flag.clear()
            if let event = events.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return event }
            do throws(SystemCallError) {
                let isTold = try Poll.wait(flag.descriptor, for: .readable, timeoutNanoseconds: 60_000_000_000)
                if !isTold { return nil }
            } catch { return nil }
        }
    }
}
