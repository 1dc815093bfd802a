import CloudBuckets
import CloudSyncProcess
import LibraryModel
import LinuxSystem
import Testing

/// What the person limits while something is under way.
struct TransferControlTests {
    private func settings(_ hours: String?, isPaused: Bool = false) -> CloudSettings {
        var settings = CloudSettings(url: "folder:/bucket", deviceName: "", joins: false)
        settings.limits.hours = hours.flatMap { DailyHours($0) }
        settings.isPaused = isPaused
        return settings
    }

    private func control(_ settings: CloudSettings, atSecond second: Int) -> TransferControl {
        TransferControl(settings, pace: TransferPace(settings.limits)) { second }
    }

    private static func second(_ hour: Int, _ minute: Int, _ second: Int = 0) -> Int {
        (hour * 60 + minute) * 60 + second
    }

    @Test(arguments: [
        (nil, second(3, 0), TransferWindow.open(seconds: nil)),
        ("22:00-06:30", second(21, 59, 59), .closed(seconds: 1)),
        ("22:00-06:30", second(22, 0), .open(seconds: 8 * 3_600 + 1_800)),
        ("22:00-06:30", second(6, 29, 59), .open(seconds: 1)),
        ("22:00-06:30", second(6, 30), .closed(seconds: 15 * 3_600 + 1_800)),
        ("00:00-00:00", second(12, 0), .open(seconds: nil)),
    ])
    func `transfers go on within their hours, to the second`(hours: String?, second: Int, expected: TransferWindow) {
        #expect(TransferWindow(hours.flatMap { DailyHours($0) }, secondOfDay: second) == expected)
    }

    @Test func `nothing begins outside the hours, nor in a pause`() {
        let early = control(settings("22:00-06:30"), atSecond: Self.second(12, 0))
        let beginsEarly = early.run(within: Cancellation()) { _ in Issue.record("it began") }
        let paused = control(settings(nil, isPaused: true), atSecond: 0)
        let beginsPaused = paused.run(within: Cancellation()) { _ in Issue.record("it began") }
        #expect(!beginsEarly && !beginsPaused)
    }

    @Test func `what is under way ends with the hours`() throws {
        let control = control(settings("22:00-06:30"), atSecond: Self.second(6, 29, 0))
        var deadline: UInt64?
        let before = MonotonicClock.now()
        _ = control.run(within: Cancellation()) { deadline = $0.deadline }
        let remaining = try #require(deadline) - before
        #expect(remaining >= 60_000_000_000 && remaining < 120_000_000_000)
    }

    @Test(arguments: [true, false])
    func `a pause, and hours that are over, stop what is under way at once`(isPause: Bool) {
        let control = control(settings(nil), atSecond: Self.second(12, 0))
        let outer = Cancellation()
        let hasBegun = control.run(within: outer) { run in
            #expect(!run.isStopped)
            control.set(isPause ? settings(nil, isPaused: true) : settings("22:00-06:30"))
            #expect(run.isStopped && !outer.isStopped)
        }
        #expect(hasBegun)
        // It begins again once it may.
        control.set(settings(nil))
        let beginsAgain = control.run(within: outer) { #expect(!$0.isStopped) }
        #expect(beginsAgain)
    }
}
