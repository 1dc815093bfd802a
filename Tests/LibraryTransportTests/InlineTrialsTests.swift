import Testing

@testable import LibraryTransport

struct InlineTrialsTests {
    @Test func `a kind that needed a thread is tried again after one of it was short`() {
        let trials = InlineTrials()
        var tries = [trials.tries(1)]
        trials.noteLong(1)
        tries += [trials.tries(1), trials.tries(2)]
        trials.noteEnd(1, after: InlineTrials.time)
        trials.noteEnd(2, after: 0)
        tries.append(trials.tries(1))
        trials.noteEnd(1, after: InlineTrials.time - 1)
        tries.append(trials.tries(1))
        #expect(tries == [true, false, true, false, true])
    }

    @Test func `every number is a kind`() {
        let trials = InlineTrials()
        for kind in UInt8.min...UInt8.max { trials.noteLong(kind) }
        let tried = (UInt8.min...UInt8.max).filter { trials.tries($0) }
        #expect(tried.isEmpty)
    }
}
