import LibraryTransport
import Testing

@Suite struct ReaderElectionTests {
    @Test func `a single call leads and reads its own reply`() {
        var election = ReaderElection()
        #expect(election.beginCall(1) == true)
        #expect(election.beginWaiting(1) == true)
        #expect(election.endWaiting(1) == nil)
        #expect(election.leader == nil)
    }

    @Test func `a thread that comes while another leads follows, and is promoted when the leader has its reply`() {
        var election = ReaderElection()
        #expect(election.beginCall(1) == true)
        #expect(election.beginCall(3) == false)
        #expect(election.beginWaiting(3) == false)
        #expect(election.beginWaiting(5) == false)
        #expect(election.endWaiting(1) == 3)
        // It was promoted, and finds that it leads.
        #expect(election.beginWaiting(3) == true)
        #expect(election.endWaiting(3) == 5)
        #expect(election.beginWaiting(5) == true)
        #expect(election.endWaiting(5) == nil)
    }

    @Test func `a follower whose reply has arrived is not promoted`() {
        var election = ReaderElection()
        #expect(election.beginCall(1) == true)
        #expect(election.beginWaiting(3) == false)
        #expect(election.beginWaiting(5) == false)
        election.delivered(3)
        #expect(election.endWaiting(1) == 5)
        #expect(election.endWaiting(3) == nil)
        #expect(election.leader == 5)
    }

    @Test func `a promoted thread that gives up promotes the next`() {
        var election = ReaderElection()
        #expect(election.beginCall(1) == true)
        #expect(election.beginWaiting(3) == false)
        #expect(election.beginWaiting(5) == false)
        #expect(election.endWaiting(1) == 3)
        #expect(election.endWaiting(3) == 5)
        election.assertInvariants()
    }

    @Test func `a follower that gives up leaves the leader leading`() {
        var election = ReaderElection()
        #expect(election.beginCall(1) == true)
        #expect(election.beginWaiting(3) == false)
        #expect(election.endWaiting(3) == nil)
        #expect(election.leader == 1)
        #expect(election.endWaiting(1) == nil)
    }

    @Test func `a call that ends before it waits leaves no leader`() {
        var election = ReaderElection()
        #expect(election.beginCall(1) == true)
        #expect(election.endWaiting(1) == nil)
        #expect(election.beginWaiting(3) == true)
        election.connectionEnded()
        #expect(election.leader == nil && election.followers.isEmpty)
    }

    @Test(arguments: [1, 2, 3]) func `while there are followers there is a leader, whatever comes`(seed: UInt64) {
        var state = seed
        func next(_ bound: UInt32) -> UInt32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 33) % bound
        }
        var election = ReaderElection()
        var awake: Set<UInt32> = []
        for _ in 0..<20_000 {
            let stream = 1 + 2 * next(6)
            switch next(4) {
            case 0: if election.beginCall(stream) { awake.insert(stream) }
            case 1: if election.beginWaiting(stream) { awake.insert(stream) }
            case 2 where election.leader != stream: election.delivered(stream)
            case 3:
                let promoted = election.endWaiting(stream)
                awake.remove(stream)
                if let promoted { awake.insert(promoted) }
            default: break
            }
            election.assertInvariants()
            #expect(election.leader.map(awake.contains) ?? true)
        }
    }
}
