import LibraryTransport
import Testing

@Suite struct ReadingTurnTests {
    @Test func `a call that is alone reads its own answer`() {
        var turn = ReadingTurn()
        #expect(turn.requestBegan(1) == true)
        #expect(turn.waitBegan(1) == true)
        #expect(turn.waitEnded(1) == nil)
        #expect(turn.reader == nil)
    }

    @Test func `whoever comes while another reads sleeps, and reads on when that one has its answer`() {
        var turn = ReadingTurn()
        #expect(turn.requestBegan(1) == true)
        #expect(turn.requestBegan(3) == false)
        #expect(turn.waitBegan(3) == false)
        #expect(turn.waitBegan(5) == false)
        #expect(turn.waitEnded(1) == 3)
        // It was named, and finds that it is its turn.
        #expect(turn.waitBegan(3) == true)
        #expect(turn.waitEnded(3) == 5)
        #expect(turn.waitBegan(5) == true)
        #expect(turn.waitEnded(5) == nil)
    }

    @Test func `who got something meanwhile is not named`() {
        var turn = ReadingTurn()
        #expect(turn.requestBegan(1) == true)
        #expect(turn.waitBegan(3) == false)
        #expect(turn.waitBegan(5) == false)
        turn.received(3)
        #expect(turn.waitEnded(1) == 5)
        #expect(turn.waitEnded(3) == nil)
        #expect(turn.reader == 5)
    }

    @Test func `who was named and gives up names the next`() {
        var turn = ReadingTurn()
        #expect(turn.requestBegan(1) == true)
        #expect(turn.waitBegan(3) == false)
        #expect(turn.waitBegan(5) == false)
        #expect(turn.waitEnded(1) == 3)
        #expect(turn.waitEnded(3) == 5)
        turn.assertInvariants()
    }

    @Test func `who sleeps and gives up leaves the reader reading`() {
        var turn = ReadingTurn()
        #expect(turn.requestBegan(1) == true)
        #expect(turn.waitBegan(3) == false)
        #expect(turn.waitEnded(3) == nil)
        #expect(turn.reader == 1)
        #expect(turn.waitEnded(1) == nil)
    }

    @Test func `a request that was not waited for yet hands the reading to who comes when it leaves`() {
        var turn = ReadingTurn()
        #expect(turn.requestBegan(1) == true)
        #expect(turn.waitEnded(1) == nil)
        #expect(turn.waitBegan(3) == true)
        turn.connectionEnded()
        #expect(turn.reader == nil && turn.sleeping.isEmpty)
    }

    @Test(arguments: [1, 2, 3]) func `somebody reads while anybody sleeps, whatever comes`(seed: UInt64) {
        var state = seed
        func next(_ bound: UInt32) -> UInt32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 33) % bound
        }
        var turn = ReadingTurn()
        var awake: Set<UInt32> = []
        for _ in 0..<20_000 {
            let stream = 1 + 2 * next(6)
            switch next(4) {
            case 0: if turn.requestBegan(stream) { awake.insert(stream) }
            case 1: if turn.waitBegan(stream) { awake.insert(stream) }
            case 2 where turn.reader != stream: turn.received(stream)
            case 3:
                let named = turn.waitEnded(stream)
                awake.remove(stream)
                if let named { awake.insert(named) }
            default: break
            }
            turn.assertInvariants()
            #expect(turn.reader.map(awake.contains) ?? true)
        }
    }
}
