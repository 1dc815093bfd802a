import CloudBuckets
import LibraryModel
import LibraryTestSupport
import Testing

struct LimitsTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `attempts are spaced further and further, and end`() {
        var schedule = RetrySchedule()
        var random = SeededGenerator(seed: 1)
        let pauses = (0..<5).map { _ in schedule.pause(wish: nil, using: &random) }
        for (pause, whole) in zip(pauses, [250, 500, 1_000, 2_000].map { UInt64($0) * 1_000_000 }) {
            #expect(pause.map { (whole / 2...whole).contains($0) } == true)
        }
        #expect(pauses[4] == nil)
    }

    @Test func `a store's wish is heard, when it is modest`() {
        var schedule = RetrySchedule()
        var random = SeededGenerator(seed: 1)
        #expect(schedule.pause(wish: 60, using: &random) == 60 * LimitsTests.second)
        #expect(schedule.pause(wish: 61, using: &random) == nil)
        #expect(schedule.pause(wish: -5, using: &random) != nil)
    }

    @Test func `who gets further begins to count anew`() {
        var schedule = RetrySchedule()
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            #expect((schedule.pause(wish: nil, using: &random) ?? .max) <= 250_000_000)
            schedule.gotFurther()
        }
    }

    @Test func `many transfers together take what is allowed`() {
        var allowance = TransferAllowance(TransferLimits(sentBytesPerSecond: 1_000), now: 0)
        // One second's worth at once, and what overdraws it is waited for.
        #expect(allowance.take(600, of: .sent, now: 0) == nil)
        #expect(allowance.take(600, of: .sent, now: 0) == nil)
        let wait = allowance.take(600, of: .sent, now: 0) ?? 0
        #expect(wait > 200_000_000 && wait < 300_000_000)
        #expect(allowance.take(600, of: .sent, now: wait) == nil)
        // What is not limited is not waited for.
        for _ in 0..<100 { #expect(allowance.take(1_000_000, of: .received, now: 0) == nil) }
    }

    @Test func `hours may go over midnight`() throws {
        let night = try #require(DailyHours("22:00-06:30"))
        #expect(night.wait(atMinute: 22 * 60) == 0 && night.wait(atMinute: 0) == 0)
        #expect(night.wait(atMinute: 6 * 60 + 30) == 15 * 60 + 30 && night.wait(atMinute: 21 * 60 + 59) == 1)
        #expect(night.remaining(atMinute: 23 * 60) == 7 * 60 + 30 && night.remaining(atMinute: 12 * 60) == 0)
        #expect(night.text == "22:00-06:30")
        let day = try #require(DailyHours("09:00-17:00"))
        #expect(day.wait(atMinute: 17 * 60) == 16 * 60 && day.wait(atMinute: 9 * 60) == 0)
        let always = try #require(DailyHours("00:00-00:00"))
        #expect(always.wait(atMinute: 700) == 0 && always.remaining(atMinute: 700) == nil)
    }

    @Test(arguments: [
        "", "22-6", "22:00", "24:00-01:00", "22:60-01:00", "22:00-01:00-02:00", "２２:00-01:00", "1:00-2:00",
    ])
    func `other texts are no hours`(text: String) { #expect(DailyHours(text) == nil) }
}
