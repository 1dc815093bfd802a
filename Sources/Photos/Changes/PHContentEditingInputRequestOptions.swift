/// Options for requesting the input of an edit.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the app can handle adjustment data. The input then has the original, otherwise the asset's current
    /// state.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether files may be downloaded. No effect: all files are local.
    open var isNetworkAccessAllowed = false
    /// Called during a download: never, because all files are local.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?
    /// Whether to leave out `PHContentEditingInput.displaySizeImage`.
    open var skipsDisplaySizeImage = false
    /// Which file of a RAW and JPEG pair the app wants to edit, if the input is the original.
    open var originalResourceChoice = PHAsset.OriginalResourceChoice.compressed

    /// Default options: handles no adjustment data.
    public override init() { super.init() }
}

/// Identifies a request, for cancelling it.
public typealias PHContentEditingInputRequestID = Int
/// In a handler's info: whether the file must be downloaded. A `Bool`.
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// In a handler's info: why there is nothing to edit. A `PHPhotosError`.
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"
