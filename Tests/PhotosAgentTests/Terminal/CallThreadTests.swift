import LinuxSystem
import Synchronization
import Testing

@testable import AgentTerminal

@Suite(.timeLimit(.minutes(1))) struct CallThreadTests {
    /// Calls that wait for the test, each of them.
    private final class Calls: Sendable {
        private let made = Mutex<[Int]>([])
        private let began: EventDescriptor
        private let goesOn: EventDescriptor

        init() throws {
            began = try EventDescriptor()
            goesOn = try EventDescriptor()
        }

        func make(_ number: Int) {
            made.withLock { $0.append(number) }
            began.signal()
            wait(goesOn)
        }

        /// Waits for the next call to begin, and tells all that have.
        func next() -> [Int] {
            wait(began)
            return made.withLock { $0 }
        }

        func end() { goesOn.signal() }

        private func wait(_ event: borrowing EventDescriptor) {
            do { _ = try Poll.wait(event.descriptor, for: .readable) } catch { Issue.record("\(error)") }
            event.clear()
        }
    }

    @Test func `of calls that wait only the latest is made`() throws {
        let calls = try Calls()
        let thread = try CallThread<Int>("test", .latest) { calls.make($0) }
        thread.ask(1)
        #expect(calls.next() == [1])
        for number in 2...4 { thread.ask(number) }
        calls.end()
        #expect(calls.next() == [1, 4])
        thread.stop()
        calls.end()
    }

    @Test func `calls that are all wanted are made in order`() throws {
        let calls = try Calls()
        let thread = try CallThread<Int>("test", .all) { calls.make($0) }
        for number in 1...3 { thread.ask(number) }
        #expect(calls.next() == [1])
        calls.end()
        #expect(calls.next() == [1, 2])
        thread.stop()
        calls.end()
    }
}
