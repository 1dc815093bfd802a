import Foundation
import Photos
import os.lock
import os.log
import os.signpost

// The log, signposts and the lock as they were before and after iOS 14. It only has to compile.

extension OSLog {
    private static var subsystem = "com.example.gallery"
    fileprivate static let photos = OSLog(subsystem: subsystem, category: "photos")
    fileprivate static let points = OSLog(subsystem: subsystem, category: .pointsOfInterest)
}

extension Logger {
    fileprivate static let importing = Logger(subsystem: "com.example.gallery", category: "import")
}

@propertyWrapper
private final class Atomic<Value> {
    private var lock = os_unfair_lock_s()
    private var value: Value

    init(wrappedValue: Value) { value = wrappedValue }

    var wrappedValue: Value {
        get {
            os_unfair_lock_lock(&lock)
            defer { os_unfair_lock_unlock(&lock) }
            return value
        }
        set {
            os_unfair_lock_lock(&lock)
            value = newValue
            os_unfair_lock_unlock(&lock)
        }
    }
}

private final class UnfairLock {
    private let unfairLock: os_unfair_lock_t

    init() {
        unfairLock = .allocate(capacity: 1)
        unfairLock.initialize(to: os_unfair_lock())
    }

    deinit {
        unfairLock.deinitialize(count: 1)
        unfairLock.deallocate()
    }

    func around<T>(_ closure: () throws -> T) rethrows -> T {
        os_unfair_lock_lock(unfairLock)
        defer { os_unfair_lock_unlock(unfairLock) }
        return try closure()
    }

    func attempt(_ closure: () -> Void) -> Bool {
        guard os_unfair_lock_trylock(unfairLock) else { return false }
        os_unfair_lock_assert_owner(unfairLock)
        closure()
        os_unfair_lock_unlock(unfairLock)
        return true
    }
}

private final class Importer {
    @Atomic private var running = 0
    private let lock = UnfairLock()
    private let state = OSAllocatedUnfairLock<[String: Int]>(initialState: [:])
    private let signposter = OSSignposter(subsystem: "com.example.gallery", category: "import")
    private var pending: [String] = []

    func run(_ assets: PHFetchResult<PHAsset>) {
        os_log("importing")
        os_log("importing %d assets", log: .photos, type: .info, assets.count)
        os_log("first is %{public}@ of %{private}s", log: OSLog.photos, type: .debug, "a", "b")
        os_log(.error, log: .photos, "no %{public}@ within %.2f s", "answer", 1.5)
        os_log("%@", log: .default, type: .fault, String(describing: assets.firstObject))
        os_signpost(.begin, log: .points, name: "import")
        defer { os_signpost(.end, log: .points, name: "import", "%d assets", assets.count) }
        let id = OSSignpostID(log: .points)
        os_signpost(.event, log: .points, name: "first", signpostID: id)
        let interval = signposter.beginInterval("fetch", id: signposter.makeSignpostID())
        signposter.emitEvent("page", "\(assets.count) assets")
        signposter.endInterval("fetch", interval)
        running += 1
        lock.around { pending.append("a") }
        _ = lock.attempt { pending.removeAll() }
        state.withLock { $0["a", default: 0] += 1 }
        let total = signposter.withIntervalSignpost("sum") { state.withLockUnchecked { $0.values.reduce(0, +) } }
        Logger.importing.notice(
            "\(total, format: .decimal(minDigits: 3)) of \(assets.count, align: .right(columns: 8))"
        )
        Logger.importing.log(level: .error, "\(#function, privacy: .public)")
        if OSLog.photos.isEnabled(type: .debug) { Logger(.photos).debug("detail") }
    }
}
