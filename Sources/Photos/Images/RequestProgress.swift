import LinuxSystem
import Synchronization

/// Reports long work to an app's progress handler: 0 after a moment, how far a download is, and 1 when all is done.
///
/// The media worker reports nothing in between. Quick work is not reported, so that no progress bar flashes.
final class RequestProgress: Sendable {
    /// Nanoseconds until the first report.
    static let delay = 250_000_000

    private enum State {
        case quiet, told, ended
    }

    private let handler: ProgressHandler
    private let id: PHImageRequestID
    private let cancellation: Cancellation
    private let queue: DispatchQueue
    private let state = Mutex(State.quiet)

    /// `queue`: serial.
    init(
        _ handler: ProgressHandler,
        _ id: PHImageRequestID,
        _ cancellation: Cancellation,
        on queue: DispatchQueue
    ) {
        self.handler = handler
        self.id = id
        self.cancellation = cancellation
        self.queue = queue
    }

    func workBegan() {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Self.delay)) { [self] in
            let isLong = state.withLock { state in
                guard case .quiet = state else { return false }
                state = .told
                return true
            }
            if isLong { tell(0) }
        }
    }

    /// Part of a download has come.
    func downloaded(_ fraction: Double) {
        let isUnderWay = state.withLock { state in
            if case .ended = state { return false }
            state = .told
            return true
        }
        // The picture is still to be made.
        if isUnderWay, fraction < 1, !cancellation.isStopped { queue.async { [self] in tell(fraction) } }
    }

    func workEnded() {
        let wasTold = state.withLock { state in
            defer { state = .ended }
            if case .told = state { return true }
            return false
        }
        if wasTold, !cancellation.isStopped { queue.async { [self] in tell(1) } }
    }

    private func tell(_ fraction: Double) {
        if handler.stops(at: fraction, [PHImageResultRequestIDKey: NSNumber(value: id)]) { cancellation.cancel() }
    }
}

/// An app's progress handler.
//
// `@unchecked`: Apple's type is not `@Sendable`, though it is called on other threads. It is called on one serial queue
// only. `@safe`: the handler's pointer is to a variable that lives as long as the call.
@safe
struct ProgressHandler: @unchecked Sendable {
    private let handler: PHAssetImageProgressHandler

    init?(_ options: PHImageRequestOptions) {
        guard let handler = unsafe options.progressHandler else { return nil }
        unsafe self.handler = handler
    }

    init?(_ options: PHLivePhotoRequestOptions) {
        guard let handler = unsafe options.progressHandler else { return nil }
        unsafe self.handler = handler
    }

    init?(_ options: PHVideoRequestOptions) {
        guard let handler = unsafe options.progressHandler else { return nil }
        unsafe self.handler = handler
    }

    /// Calls the handler. Returns whether it cancels the request.
    func stops(at fraction: Double, _ info: [AnyHashable: Any]) -> Bool {
        var stops = ObjCBool(false)
        unsafe handler(fraction, nil, &stops, info)
        return stops.boolValue
    }
}
