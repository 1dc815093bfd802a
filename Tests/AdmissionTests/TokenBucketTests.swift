import Admission
import Testing

@Suite struct TokenBucketTests {
    private static let second: UInt64 = 1_000_000_000
    private let limit = TokenBucket.Limit(capacity: 3, perSecond: 2)

    @Test func `so much at once, and so much a second after that`() {
        var bucket = TokenBucket(limit, now: 5)
        for _ in 0..<3 {
            #expect(bucket.wait(now: 5) == nil)
            bucket.take(1, now: 5)
        }
        #expect(bucket.wait(now: 5) == 0.5)
        #expect(bucket.wait(now: 5 + TokenBucketTests.second / 2) == nil)
        // It fills to what it holds, and no further.
        let isFull = bucket.isFull(now: 100 * TokenBucketTests.second)
        #expect(isFull)
        bucket.take(3, now: 200 * TokenBucketTests.second)
        #expect(bucket.wait(now: 200 * TokenBucketTests.second) == 0.5)
    }

    @Test func `what was overdrawn is waited for, and a clock that goes back is no harm`() {
        var bucket = TokenBucket(limit, now: .max)
        bucket.take(7, now: 0)
        #expect(bucket.wait(now: 0) == 2.5)
        #expect(bucket.wait(now: .max) == 2.5)
    }
}
