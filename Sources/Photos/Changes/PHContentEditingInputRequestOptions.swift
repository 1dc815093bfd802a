import LibraryClient
import LinuxSystem

/// Options for requesting the input of an edit.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the app can handle adjustment data. The input then has the original, otherwise the asset's current
    /// state.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether files that are in the cloud may be downloaded. Without it, requests for them fail with
    /// `networkAccessRequired`.
    open var isNetworkAccessAllowed = false
    /// Called during a download with how far it is, on an arbitrary serial queue. Setting the flag cancels the request.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?
    /// Whether to leave out `PHContentEditingInput.displaySizeImage`.
    open var skipsDisplaySizeImage = false
    /// Which file of a RAW and JPEG pair the app wants to edit, if the input is the original.
    open var originalResourceChoice = PHAsset.OriginalResourceChoice.compressed

    /// Default options: handles no adjustment data.
    public override init() { super.init() }
}

extension PHContentEditingInputRequestOptions {
    /// Nil when the network must not be used.
    func network(_ cancellation: Cancellation) -> NetworkAccess? {
        guard isNetworkAccessAllowed else { return nil }
        let progress = unsafe EditingProgress(handler: progressHandler)
        return NetworkAccess(cancellation) { if progress.stops(at: $0) { cancellation.cancel() } }
    }
}

/// An app's progress handler.
//
// `@unchecked`: Apple's type is not `@Sendable`, though it is called on another thread: always on one serial queue.
// `@safe`: the handler's pointer is to a variable that lives as long as the call.
@safe
private struct EditingProgress: @unchecked Sendable {
    private let handler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    init(handler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?) { unsafe self.handler = handler }

    /// Calls the handler. Returns whether it cancels the request.
    func stops(at fraction: Double) -> Bool {
        var stops = ObjCBool(false)
        unsafe handler?(fraction, &stops)
        return stops.boolValue
    }
}

/// Identifies a request, for cancelling it.
public typealias PHContentEditingInputRequestID = Int
/// In a handler's info: whether the file must be downloaded. A `Bool`.
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// In a handler's info: why there is nothing to edit. A `PHPhotosError`.
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"
