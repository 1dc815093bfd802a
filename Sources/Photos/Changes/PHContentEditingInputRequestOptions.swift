/// What an app says before it edits an asset.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the app can take up an edit by its recipe. Then it gets the file that the recipe starts from, else the
    /// asset as it is now.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
    /// Whether the network may be used for what is not on this machine.
    open var isNetworkAccessAllowed = false
    /// Called while a file is fetched over the network.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?
    /// Whether the app does without `PHContentEditingInput.displaySizeImage`.
    open var skipsDisplaySizeImage = false
    /// Which file of a RAW and JPEG pair the app wants to edit. Where it is edited from
    /// its original.
    open var originalResourceChoice = PHAsset.OriginalResourceChoice.compressed

    /// Options of an app that takes up no edit.
    public override init() { super.init() }
}

/// The name of a request, to cancel it by.
public typealias PHContentEditingInputRequestID = Int
/// In a handler's info: whether the file must be fetched over the network. A `Bool`.
public let PHContentEditingInputResultIsInCloudKey = "PHContentEditingInputResultIsInCloudKey"
/// In a handler's info: whether the request was cancelled. A `Bool`.
public let PHContentEditingInputCancelledKey = "PHContentEditingInputCancelledKey"
/// In a handler's info: why there is nothing to edit. A `PHPhotosError`.
public let PHContentEditingInputErrorKey = "PHContentEditingInputErrorKey"
