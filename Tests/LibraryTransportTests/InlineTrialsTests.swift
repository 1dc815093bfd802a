import Testing

@testable import LibraryTransport

struct InlineTrialsTests {
    @Test func `a kind that needed a thread is tried again after one of it was short`() {
        let trials = InlineTrials()
        var tries = [trials.runsInline(1)]
        trials.noteSlow(1)
        tries += [trials.runsInline(1), trials.runsInline(2)]
        trials.noteEnd(1, after: InlineTrials.time)
        trials.noteEnd(2, after: 0)
        tries.append(trials.runsInline(1))
        trials.noteEnd(1, after: InlineTrials.time - 1)
        tries.append(trials.runsInline(1))
        #expect(tries == [true, false, true, false, true])
    }

    @Test func `every number is a kind`() {
        let trials = InlineTrials()
        for kind in UInt8.min...UInt8.max { trials.noteSlow(kind) }
        let tried = (UInt8.min...UInt8.max).filter { trials.runsInline($0) }
        #expect(tried.isEmpty)
    }
}
