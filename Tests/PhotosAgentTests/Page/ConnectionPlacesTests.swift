import AgentPage
import Testing

@Suite struct ConnectionPlacesTests {
    @Test func `the oldest stranger makes room, and nobody who is known`() {
        var places = ConnectionPlaces(room: 3)
        #expect(places.begins(1) == nil && places.begins(2) == nil)
        places.isKnown(1)
        #expect(places.begins(3) == nil)
        #expect(places.begins(4) == 2)
        #expect(places.begins(5) == 3)
        // A socket's number comes again.
        places.ends(2)
        #expect(places.begins(2) == 4)
    }

    @Test func `who has ended leaves room`() {
        var places = ConnectionPlaces(room: 2)
        #expect(places.begins(1) == nil && places.begins(2) == nil)
        places.isKnown(2)
        places.ends(1)
        places.ends(2)
        #expect(places.begins(3) == nil && places.begins(4) == nil)
        #expect(places.begins(5) == 3)
    }

    @Test func `where everybody is known there is no room`() {
        var places = ConnectionPlaces(room: 1)
        #expect(places.begins(1) == nil)
        places.isKnown(1)
        #expect(places.begins(2) == 2)
        places.isKnown(2)
        #expect(places.begins(3) == 3)
    }
}
