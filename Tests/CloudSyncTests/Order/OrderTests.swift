import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

struct OrderTests {
    private let device = ObjectID(0x1234)

    private func order(_ positions: [ObjectID: Position]) -> [ObjectID] {
        positions.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    @Test func `every order can be reached from every other one`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var positions: [ObjectID: Position] = [:]
            for _ in 0..<20 {
                let wanted = (0..<random.below(12)).map { ObjectID($0) }.shuffled(using: &random)
                let changes = OrderChange.positions(for: wanted, now: positions, device: device)
                positions = positions.filter { wanted.contains($0.key) }.merging(changes) { $1 }
                #expect(order(positions) == wanted)
            }
        }
    }

    @Test func `one moved member is one change`() {
        let members = (0..<100).map { ObjectID($0) }
        let positions = OrderChange.positions(for: members, now: [:], device: device)
        var moved = members
        moved.insert(moved.remove(at: 90), at: 10)
        #expect(Set(OrderChange.positions(for: moved, now: positions, device: device).keys) == [ObjectID(90)])
    }

    @Test func `places at the end, and between the same two members, run out late and are then numbered again`() {
        var members: [ObjectID] = []
        var positions: [ObjectID: Position] = [:]
        for number in 0..<600 {
            members.insert(ObjectID(number), at: number < 300 ? members.count : 1)
            positions.merge(OrderChange.positions(for: members, now: positions, device: device)) { $1 }
            #expect(order(positions) == members)
        }
        #expect(positions.values.allSatisfy { $0.digits.count <= Position.maximumLength })
    }

    @Test func `two equal positions leave no room, and the order is numbered again`() {
        let same = Position(digits: [5])
        let wanted = [ObjectID(1), ObjectID(3), ObjectID(2)]
        let changes = OrderChange.positions(for: wanted, now: [ObjectID(1): same, ObjectID(2): same], device: device)
        #expect(order([ObjectID(1): same, ObjectID(2): same].merging(changes) { $1 }) == wanted)
    }

    @Test func `concurrent insertions at one place do not interleave`() {
        let ends = OrderChange.positions(for: [ObjectID(1), ObjectID(2)], now: [:], device: device)
        var all = ends
        for (device, numbers) in [(ObjectID(0xAAAA), 10..<15), (ObjectID(0xBBBB), 20..<25)] {
            let wanted = [ObjectID(1)] + numbers.map { ObjectID($0) } + [ObjectID(2)]
            all.merge(OrderChange.positions(for: wanted, now: ends, device: device)) { $1 }
        }
        #expect(order(all) == [1, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 2].map { ObjectID($0) })
    }
}
