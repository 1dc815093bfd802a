/// Options for requesting a Live Photo.
//
// `@safe`: Apple's signature of the progress handler has a pointer; this class only stores the handler.
@safe
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// The version: current (edited) or original.
    open var version = PHImageRequestOptionsVersion.current
    /// The quality. The handler is called once in every mode.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// Whether files that are in the cloud may be downloaded. Without it, requests for them fail with
    /// `networkAccessRequired`.
    open var isNetworkAccessAllowed = false
    /// Called during a download with how far it is, and for a request that takes longer than a moment. Runs on an
    /// arbitrary serial queue. Setting the flag cancels the request.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether to prefer high dynamic range. Has no effect.
    open var preferHDR = false

    /// Creates options with Apple's defaults.
    public override init() { super.init() }

    /// Returns options with equal values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        unsafe copy.progressHandler = progressHandler
        copy.preferHDR = preferHDR
        return copy
    }
}
