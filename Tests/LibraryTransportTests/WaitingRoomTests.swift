import Testing

@testable import LibraryTransport

@Suite struct WaitingRoomTests {
    @Test func `what is given back is there again`() {
        let room = WaitingRoom(capacity: .init(bytes: 100, descriptors: 2))
        var first = room.enter(.init(bytes: 60, descriptors: 0))
        #expect(first != nil)
        #expect(room.enter(.init(bytes: 41, descriptors: 0)) == nil)
        #expect(room.enter(.init(bytes: 40, descriptors: 0)) != nil)
        first = nil
        #expect(room.enter(.init(bytes: 100, descriptors: 0)) != nil)
    }

    @Test func `descriptors have a limit of their own`() {
        let room = WaitingRoom(capacity: .init(bytes: 100, descriptors: 2))
        let held = room.enter(.init(bytes: 0, descriptors: 2))
        #expect(held != nil)
        #expect(room.enter(.init(bytes: 1, descriptors: 1)) == nil)
        #expect(room.enter(.init(bytes: 1, descriptors: 0)) != nil)
        withExtendedLifetime(held) {}
    }

    @Test func `a share is bounded by itself and by the whole`() {
        let whole = WaitingRoom(capacity: .init(bytes: 100, descriptors: 10))
        let share = WaitingRoom(capacity: .init(bytes: 70, descriptors: 10), inside: whole)
        let other = WaitingRoom(capacity: .init(bytes: 70, descriptors: 10), inside: whole)
        var held = share.enter(.init(bytes: 70, descriptors: 0))
        #expect(held != nil)
        #expect(share.enter(.init(bytes: 1, descriptors: 0)) == nil)
        // What a full share refuses takes nothing of the whole.
        #expect(other.enter(.init(bytes: 31, descriptors: 0)) == nil)
        #expect(other.enter(.init(bytes: 30, descriptors: 0)) != nil)
        held = nil
        #expect(other.enter(.init(bytes: 70, descriptors: 0)) != nil)
    }
}
