import Admission
import LibraryTestSupport
import Testing

@Suite struct AdmissionQueueTests {
    private typealias Queue = AdmissionQueue<Int>
    private let camera = Share.app("camera")
    private let viewer = Share.app("viewer")
    private let printer = Share.app("printer")

    private func queue(capacity: Int = 4, reserved: Int = 1, perApp: Int = 2, waitingPerApp: Int = 3) -> Queue {
        Queue(
            limits: .init(capacity: capacity, reserved: reserved, perApp: perApp, waitingPerApp: waitingPerApp)
        )
    }

    @Test func `an app is admitted up to its share, waits up to its limit, and is refused beyond`() {
        var queue = queue()
        let arrivals = (1...6).map { queue.arrive($0, of: camera) }
        #expect(arrivals == [.admitted, .admitted, .waits, .waits, .waits, .refused])
        #expect(queue.units(of: camera) == 2)
        queue.assertInvariants()
    }

    @Test func `what one app holds takes nothing from another app's share`() {
        var queue = queue()
        for ticket in 1...5 { _ = queue.arrive(ticket, of: camera) }
        #expect(queue.arrive(10, of: viewer) == .admitted)
        queue.assertInvariants()
    }

    @Test func `apps leave the reserved part to the owner`() {
        var queue = queue()
        #expect([1, 2].map { queue.arrive($0, of: camera) } == [.admitted, .admitted])
        #expect([3, 4].map { queue.arrive($0, of: viewer) } == [.admitted, .waits])
        #expect(queue.arrive(9, of: .owner) == .admitted)
        #expect(queue.usedUnits == 4)
        queue.assertInvariants()
    }

    @Test func `what does not come back counts for its own share, and takes no room from others`() {
        var queue = queue(capacity: 3, reserved: 1, perApp: 2, waitingPerApp: 9)
        #expect((1...3).map { queue.arrive($0, of: camera) } == [.admitted, .admitted, .waits])
        #expect(queue.arrive(10, of: viewer) == .waits)
        #expect(queue.setAside(1) == [10])
        #expect(queue.setAside(1) == [])
        queue.assertInvariants()
        #expect(queue.setAside(2) == [])
        #expect(queue.arrive(11, of: viewer) == .admitted)
        #expect(queue.units(of: camera) == 2)
        #expect(queue.usedUnits == 2)
        queue.assertInvariants()
        #expect(queue.leave(10) == [])
        #expect(queue.leave(2) == [3])
        queue.assertInvariants()
    }

    @Test func `so many are set aside, and no more`() {
        let most = AdmissionQueue<Int>.mostAside
        var queue = queue(capacity: most + 3, reserved: 1, perApp: most + 2, waitingPerApp: 1)
        for ticket in 0...most { #expect(queue.arrive(ticket, of: camera) == .admitted) }
        for ticket in 0...most { _ = queue.setAside(ticket) }
        #expect(queue.usedUnits == 1)
        queue.assertInvariants()
    }

    @Test func `who waits is admitted in turn between shares, and in order within one`() {
        var queue = queue(capacity: 2, reserved: 1, perApp: 1, waitingPerApp: 9)
        #expect(queue.arrive(0, of: printer) == .admitted)
        for (ticket, share) in [(1, camera), (2, camera), (3, camera), (4, viewer), (5, viewer)] {
            #expect(queue.arrive(ticket, of: share) == .waits)
        }
        var order: [Int] = []
        var running = 0
        while queue.usedUnits > 0 {
            let next = queue.leave(running)
            order += next
            running = next.first ?? -1
            queue.assertInvariants()
        }
        #expect(order == [1, 4, 2, 5, 3])
    }

    @Test func `a large need that waits for room is not passed by small ones of other apps`() {
        var queue = queue(capacity: 10, reserved: 1, perApp: 8, waitingPerApp: 9)
        #expect(queue.arrive(1, of: camera, cost: 5) == .admitted)
        #expect(queue.arrive(2, of: viewer, cost: 8) == .waits)
        #expect(queue.arrive(3, of: printer, cost: 1) == .waits)
        #expect(queue.arrive(4, of: .owner, cost: 2) == .admitted)
        #expect(queue.leave(1) == [2])
        #expect(queue.leave(4) == [3])
        queue.assertInvariants()
    }

    @Test func `an app at its own limit keeps nobody from passing`() {
        var queue = queue(capacity: 10, reserved: 1, perApp: 4, waitingPerApp: 9)
        #expect(queue.arrive(1, of: camera, cost: 4) == .admitted)
        #expect(queue.arrive(2, of: camera, cost: 4) == .waits)
        #expect(queue.arrive(3, of: viewer, cost: 4) == .admitted)
        queue.assertInvariants()
    }

    @Test func `a need beyond a share is refused, and never waits`() {
        var queue = queue(capacity: 10, reserved: 4, perApp: 8)
        #expect(queue.arrive(1, of: camera, cost: 7) == .refused)
        #expect(queue.arrive(2, of: camera, cost: -1) == .refused)
        #expect(queue.arrive(3, of: .owner, cost: 11) == .refused)
        #expect(queue.arrive(4, of: .owner, cost: 10) == .admitted)
    }

    @Test func `who gives up waiting makes way`() {
        var queue = queue(capacity: 10, reserved: 1, perApp: 8, waitingPerApp: 9)
        _ = queue.arrive(1, of: camera, cost: 5)
        #expect(queue.arrive(2, of: viewer, cost: 8) == .waits)
        #expect(queue.arrive(3, of: printer, cost: 1) == .waits)
        #expect(queue.leave(2) == [3])
        queue.assertInvariants()
    }

    @Test(arguments: [1, 2, 3]) func `under random arrivals and departures the rules hold and everybody gets in`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var queue = Queue(limits: .init(capacity: 12, reserved: 2, perApp: 5, waitingPerApp: 4))
        var running: [Int] = []
        var waiting: Set<Int> = []
        for ticket in 0..<5_000 {
            let share: Share = random.below(6) == 0 ? .owner : .app("\(random.below(5))")
            switch queue.arrive(ticket, of: share, cost: 1 + random.below(5)) {
            case .admitted: running.append(ticket)
            case .waits: waiting.insert(ticket)
            case .refused: break
            }
            queue.assertInvariants()
            if running.count > 3 || random.below(3) == 0, !running.isEmpty {
                let admitted = queue.leave(running.remove(at: random.below(running.count)))
                #expect(waiting.isSuperset(of: admitted))
                waiting.subtract(admitted)
                running += admitted
            } else if random.below(10) == 0, let impatient = waiting.first {
                waiting.remove(impatient)
                let admitted = queue.leave(impatient)
                waiting.subtract(admitted)
                running += admitted
            }
            queue.assertInvariants()
        }
        while !running.isEmpty {
            let admitted = queue.leave(running.removeFirst())
            waiting.subtract(admitted)
            running += admitted
        }
        #expect(waiting.isEmpty)
        #expect(queue.usedUnits == 0)
    }
}
