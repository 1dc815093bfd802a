import CloudSyncProcess
import Testing

struct SyncScheduleTests {
    private let second: UInt64 = 1_000_000_000

    @Test func `it begins at once, then at intervals, and soon after a change`() {
        var schedule = SyncSchedule(now: 100)
        #expect(schedule.next == 100)
        schedule.began(at: 100)
        schedule.ended(isComplete: true, at: 200)
        #expect(schedule.next == 200 + SyncSchedule.interval)
        schedule.changed(at: 300)
        #expect(schedule.next == 300 + SyncSchedule.settlingTime)
        schedule.requested(at: 400)
        #expect(schedule.next == 400)
    }

    @Test func `changes that do not end put it off for a while only`() {
        var schedule = SyncSchedule(now: 0)
        schedule.began(at: 0)
        schedule.ended(isComplete: true, at: 0)
        for time in 1...30 {
            schedule.changed(at: UInt64(time) * second)
            #expect(schedule.next <= 1 * second + SyncSchedule.longestSettling)
        }
        #expect(schedule.next == 1 * second + SyncSchedule.longestSettling)
    }

    @Test func `failures are tried again after longer and longer pauses, whatever changes`() {
        var schedule = SyncSchedule(now: 0)
        var pauses: [UInt64] = []
        for _ in 0..<12 {
            schedule.began(at: 0)
            schedule.ended(isComplete: false, at: 0)
            schedule.changed(at: 1)
            pauses.append(schedule.next)
        }
        #expect(pauses.first == SyncSchedule.firstRetry)
        #expect(pauses == pauses.sorted() && pauses.last == SyncSchedule.longestRetry)
        schedule.began(at: 0)
        schedule.ended(isComplete: true, at: 0)
        schedule.changed(at: 5)
        #expect(schedule.next == 5 + SyncSchedule.settlingTime)
    }

    @Test func `a change while it synchronises is for the next time`() {
        var schedule = SyncSchedule(now: 0)
        schedule.began(at: 0)
        schedule.changed(at: 7)
        schedule.ended(isComplete: true, at: 9)
        #expect(schedule.next == 7 + SyncSchedule.settlingTime)
    }

    @Test func `files that nobody needs are looked for now and then`() {
        var schedule = SyncSchedule(now: 0)
        #expect(schedule.collects(at: 0))
        schedule.began(at: 0)
        #expect(!schedule.collects(at: SyncSchedule.collectionInterval - 1))
        #expect(schedule.collects(at: SyncSchedule.collectionInterval))
    }
}
