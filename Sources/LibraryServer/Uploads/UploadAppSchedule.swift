internal import LinuxSystem

/// When apps are started for their upload jobs. Times are nanoseconds of a monotonic clock.
///
/// An app whose job is over waits until none of its jobs is being sent or due, but no longer than `gatheringTime`, so
/// that it is started once for many jobs; and `pause` has to lie between two starts.
struct UploadAppSchedule {
    static let gatheringTime: UInt64 = 30_000_000_000
    static let pause: UInt64 = 30_000_000_000
    static let appsAtOnce = 4

    /// Since when a job is over that the app was not started for.
    private var waiting: [String: UInt64] = [:]
    private var lastStart: [String: UInt64] = [:]
    private var running: Set<String> = []

    var waitingApps: [String] { waiting.keys.sorted() }

    mutating func jobIsOver(of app: String, at now: UInt64) {
        if waiting[app] == nil { waiting[app] = now }
    }

    /// The app needs no start any more.
    mutating func dismiss(_ app: String) { waiting.removeValue(forKey: app) }

    /// When the app has to be started; nil when something else has to end first.
    func start(of app: String, hasOtherJobs: Bool, isConnected: Bool) -> UInt64? {
        guard let since = waiting[app], !isConnected, !running.contains(app),
            running.count < UploadAppSchedule.appsAtOnce
        else { return nil }
        let gathered = hasOtherJobs ? since.saturatingAdding(UploadAppSchedule.gatheringTime) : since
        return max(gathered, lastStart[app].map { $0.saturatingAdding(UploadAppSchedule.pause) } ?? 0)
    }

    mutating func started(_ app: String, at now: UInt64) {
        waiting.removeValue(forKey: app)
        lastStart[app] = now
        running.insert(app)
    }

    mutating func ended(_ app: String) { running.remove(app) }
}
