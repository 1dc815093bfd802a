import Dispatch
import LibraryModel
import LinuxSystem
import SQLiteDatabase
import Synchronization
import Testing

@testable import LibraryStore

/// A decision of the person's, and the changes of others, while an app writes all that it may.
@Suite struct DecisionOrderTests {
    private static let camera = "exe:/camera"

    /// Holds the writer's thread at the first look at the clock of a block, until something waits behind it.
    private final class Hold: Sendable {
        private let store = Mutex<LibraryStore?>(nil)
        private let isArmed = Atomic(false)
        let hasBegun = DispatchSemaphore(value: 0)

        func arm(_ library: TestLibrary) {
            store.withLock { $0 = library.store }
            isArmed.store(true, ordering: .sequentiallyConsistent)
        }

        /// Once it is armed only the writer's thread comes by first.
        func pass() {
            guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
            let store = store.withLock { $0.take() }
            hasBegun.signal()
            while store?.writer.waitingCount == 0 { Parker().park(until: MonotonicClock.deadline(after: 100_000)) }
        }
    }

    private func library(_ hold: Hold) throws -> TestLibrary {
        try TestLibrary { configuration in
            let clock = configuration.clock
            configuration.clock = {
                hold.pass()
                return clock()
            }
        }
    }

    // writer                     | decider
    // begins the app's block     |
    //                            | takes the app's access back
    // rolls the block back       |
    // writes the decision        |
    // begins the block again: denied |
    @Test func `access that is taken back while an app's longest block is written is taken back before it`() throws {
        let hold = Hold()
        let library = try library(hold)
        let id = try library.person.addOne()
        let app = try library.app(DecisionOrderTests.camera, .authorized)
        let before = try library.person.currentToken()
        let (decided, answered) = (Recorder<LibraryError.Code?>(), Recorder<LibraryError.Code?>())
        hold.arm(library)
        onThreads(2) { index in
            if index == 1 {
                hold.hasBegun.wait()
                let code = errorCode {
                    try library.store.setStatus(of: DecisionOrderTests.camera, for: .readWrite, to: .denied)
                }
                decided.append(code)
                return
            }
            let operations = (0..<ChangeBlock.maximumOperations).map { number in
                var update = AssetUpdate()
                update.isFavorite = number % 2 == 0
                return ChangeOperation.updateAsset(id, update)
            }
            answered.append(errorCode { _ = try app.perform(ChangeBlock(operations: operations)) })
        }
        #expect(decided.values == [nil])
        #expect(answered.values == [.accessDenied])
        #expect(try library.person.currentToken() == before)
    }

    @Test func `a decision about another app only makes a block begin again`() throws {
        let hold = Hold()
        let library = try library(hold)
        let ids = try library.person.add(count: 500)
        let app = try library.app(DecisionOrderTests.camera, .authorized)
        let order = Recorder<String>()
        hold.arm(library)
        onThreads(2) { index in
            do {
                if index == 1 {
                    hold.hasBegun.wait()
                    try library.store.setStatus(of: "exe:/viewer", for: .readWrite, to: .denied)
                    order.append("decided")
                    return
                }
                var update = AssetUpdate()
                update.isFavorite = true
                _ = try app.perform(ChangeBlock(operations: ids.map { .updateAsset($0, update) }))
                order.append("changed")
            } catch { Issue.record(error) }
        }
        #expect(Set(order.values) == ["decided", "changed"])
        #expect(try library.number("SELECT count(*) FROM asset WHERE is_favorite") == 500)
        #expect(try library.number("SELECT count(*) FROM change_transaction WHERE origin IS NOT NULL") == 1)
    }

    // writer                            | another app
    // names the first 1,500 of 10,000   |
    //                                   | queues a change
    // names 500 more, makes the change  |
    @Test func `an app that has everything named keeps nobody's change waiting until all is`() throws {
        let named = Atomic(0)
        let held = Mutex<LibraryStore?>(nil)
        let hasBegun = DispatchSemaphore(value: 0)
        let library = try TestLibrary { configuration in
            configuration.newIdentifier = {
                if named.add(1, ordering: .relaxed).newValue == 1_500, let store = held.withLock({ $0.take() }) {
                    hasBegun.signal()
                    while store.writer.waitingCount == 0 {
                        Parker().park(until: MonotonicClock.deadline(after: 100_000))
                    }
                }
                return .random()
            }
        }
        let ids = try library.person.add(count: 10_000)
        named.store(0, ordering: .relaxed)
        held.withLock { $0 = library.store }
        let viewer = try library.app("exe:/viewer", .authorized)
        let camera = try library.app(DecisionOrderTests.camera, .authorized)
        let namedBefore = Atomic(0)
        onThreads(2) { index in
            do {
                if index == 1 {
                    hasBegun.wait()
                    try viewer.set(ids[0]) { $0.isFavorite = true }
                    namedBefore.store(named.load(ordering: .relaxed), ordering: .relaxed)
                    return
                }
                let identifiers = try camera.cloudIdentifiers(of: ids.map { LocalIdentifier(.asset, $0) })
                #expect(Set(identifiers).count == ids.count && !identifiers.contains(nil))
            } catch { Issue.record(error) }
        }
        #expect(named.load(ordering: .relaxed) == ids.count)
        #expect(namedBefore.load(ordering: .relaxed) < ids.count)
    }
}
