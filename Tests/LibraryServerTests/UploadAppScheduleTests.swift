import Testing

@testable import LibraryServer

/// When apps are started for their upload jobs.
@Suite struct UploadAppScheduleTests {
    private let second: UInt64 = 1_000_000_000
    private var schedule = UploadAppSchedule()

    private func start(
        _ schedule: UploadAppSchedule,
        _ app: String = "a",
        others: Bool = false,
        connected: Bool = false
    )
        -> UInt64?
    { schedule.start(of: app, hasOtherJobs: others, isConnected: connected) }

    @Test mutating func `an app is started when its last job is over, and waits for others at most half a minute`() {
        #expect(start(schedule) == nil)
        schedule.jobIsOver(of: "a", at: 100 * second)
        schedule.jobIsOver(of: "a", at: 110 * second)
        #expect(start(schedule, others: true) == 130 * second)
        #expect(start(schedule) == 100 * second)
        schedule.started("a", at: 112 * second)
        #expect(start(schedule) == nil && schedule.waitingApps == [])
    }

    @Test mutating func `half a minute lies between two starts, and there is one process of an app`() {
        schedule.jobIsOver(of: "a", at: second)
        schedule.started("a", at: second)
        schedule.jobIsOver(of: "a", at: 2 * second)
        #expect(start(schedule) == nil)
        schedule.ended("a")
        #expect(start(schedule) == 31 * second)
    }

    @Test mutating func `an app that is connected is started when it has left without taking notice`() {
        schedule.jobIsOver(of: "a", at: second)
        #expect(start(schedule, connected: true) == nil)
        #expect(start(schedule) == second)
        schedule.dismiss("a")
        #expect(start(schedule) == nil)
    }

    @Test mutating func `only so many apps run at once`() {
        for number in 0..<UploadAppSchedule.appsAtOnce {
            schedule.jobIsOver(of: "\(number)", at: second)
            schedule.started("\(number)", at: second)
        }
        schedule.jobIsOver(of: "a", at: second)
        #expect(start(schedule) == nil)
        schedule.ended("0")
        #expect(start(schedule) == second)
    }
}
