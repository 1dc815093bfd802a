import Photos
import Synchronization
import Testing

/// What was told on other threads, to be awaited in order.
final class Recorded<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var taken = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func append(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.values.append(value)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// All so far.
    var values: [Value] { state.withLock { $0.values } }

    /// The next that was not taken yet, as soon as it is there. One task takes at a time.
    func next() async -> Value {
        while true {
            let next = state.withLock { state -> Value? in
                guard state.taken < state.values.count else { return nil }
                state.taken += 1
                return state.values[state.taken - 1]
            }
            if let next { return next }
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state -> Bool in
                    if state.taken < state.values.count { return true }
                    state.waiting = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }
}

/// An observer as an app has one.
final class RecordingObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    let changes = Recorded<PHChange>()

    func photoLibraryDidChange(_ changeInstance: PHChange) { changes.append(changeInstance) }

    /// Starts to observe the shared library.
    static func registered() -> RecordingObserver {
        let observer = RecordingObserver()
        PHPhotoLibrary.shared().register(observer)
        return observer
    }
}
