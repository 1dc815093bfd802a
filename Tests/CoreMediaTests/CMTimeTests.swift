import CoreMedia
import Testing

@Suite struct CMTimeTests {
    @Test func `a time is the same however its seconds are divided`() {
        let time = CMTime(value: 1, timescale: 2)
        #expect(time == CMTime(value: 300, timescale: 600))
        #expect(time.hashValue == CMTime(value: 300, timescale: 600).hashValue)
        #expect(CMTimeGetSeconds(time) == 0.5)
        #expect(time < CMTime(value: 301, timescale: 600))
    }

    @Test func `sums and differences are exact where there are parts for them`() {
        let sum = CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 4)
        #expect((sum.value, sum.timescale) == (7, 12))
        #expect(!sum.hasBeenRounded)
        #expect(sum - CMTime(value: 1, timescale: 4) == CMTime(value: 1, timescale: 3))
        let primes = CMTime(value: 1, timescale: 2_147_483_629) + CMTime(value: 1, timescale: 2_147_483_647)
        #expect(primes.hasBeenRounded && primes.timescale == 2_147_483_647)
    }

    @Test func `what has no number is no trap`() {
        #expect(CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1) == .positiveInfinity)
        #expect(CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1) == .negativeInfinity)
        #expect(CMTime(value: .max, timescale: 1).convertScale(600, method: .default) == .positiveInfinity)
        #expect(CMTime(value: 5, timescale: 1).convertScale(600, method: .default).value == 3_000)
        #expect(CMTime(seconds: 1e300, preferredTimescale: 600) == .positiveInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(!CMTime(value: 1, timescale: 0).isValid)
        #expect(CMTime.invalid + .zero == .invalid)
        #expect(CMTime.positiveInfinity - .positiveInfinity == .invalid)
        #expect(CMTime.positiveInfinity + .zero == .positiveInfinity)
        #expect(CMTime.zero - .positiveInfinity == .negativeInfinity)
        #expect(CMTime.indefinite.seconds.isNaN && CMTime.positiveInfinity.seconds == .infinity)
        #expect(
            [CMTime.invalid, .positiveInfinity, .zero, .negativeInfinity, .indefinite].sorted().map(\.seconds).first
                == -.infinity
        )
    }

    @Test(
        arguments: [
            (.roundHalfAwayFromZero, 2, -2), (.roundTowardZero, 1, -1), (.roundAwayFromZero, 2, -2),
            (.roundTowardPositiveInfinity, 2, -1), (.roundTowardNegativeInfinity, 1, -2),
        ] as [(CMTimeRoundingMethod, Int64, Int64)]
    )
    func `a time is rounded as asked for`(_ method: CMTimeRoundingMethod, _ up: Int64, _ down: Int64) {
        #expect(CMTime(value: 3, timescale: 2).convertScale(1, method: method).value == up)
        #expect(CMTime(value: -3, timescale: 2).convertScale(1, method: method).value == down)
    }

    @Test func `stretches contain, meet and join`() {
        func seconds(_ from: Int64, _ to: Int64) -> CMTimeRange {
            CMTimeRange(start: CMTime(value: from, timescale: 1), end: CMTime(value: to, timescale: 1))
        }
        #expect(seconds(1, 3).containsTime(CMTime(value: 5, timescale: 2)))
        #expect(!seconds(1, 3).containsTime(CMTime(value: 3, timescale: 1)))
        #expect(seconds(1, 3).intersection(seconds(2, 9)) == seconds(2, 3))
        #expect(seconds(1, 3).intersection(seconds(4, 9)).isEmpty)
        #expect(seconds(1, 3).union(seconds(4, 9)) == seconds(1, 9))
        #expect(!seconds(3, 1).isValid)
        #expect(seconds(0, 9).containsTimeRange(seconds(1, 2)))
    }
}
