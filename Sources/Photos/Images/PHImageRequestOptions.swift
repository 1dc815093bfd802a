/// How a picture of an asset is wanted.
///
/// Foundation's `CGRect` and `CGSize` are in pixels throughout.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHImageRequestOptions: NSObject, NSCopying {
    /// With edits, or without.
    open var version = PHImageRequestOptionsVersion.current
    /// Quick, or good.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// How close to the size that was asked for.
    open var resizeMode = PHImageRequestOptionsResizeMode.fast
    /// The part of the picture that is wanted, each side of it as 0 to 1; zero for all. Needs `resizeMode` `exact`.
    open var normalizedCropRect = CGRect.zero
    /// Whether the network may be used for what is not on this machine.
    open var isNetworkAccessAllowed = false
    /// Whether the request waits, and calls its handler before it returns.
    open var isSynchronous = false
    /// Called while the library works on a picture that takes longer than a moment: with 0 then, and with 1 when it is
    /// there. Setting the flag cancels the request.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether the handler may be called with one more picture before the good one, of a size in between: the preview
    /// that the library keeps of large photos.
    open var allowSecondaryDegradedImage = false
    /// Whether high dynamic range is wanted. Changes nothing yet: pictures are sRGB.
    open var preferHDR = false
    /// How much brighter than white the display can be: 1 for not at all, 0 for unknown, which is what less than 1
    /// becomes. Changes nothing yet.
    open var targetHDRHeadroom: CGFloat = 1 {
        didSet { if !(targetHDRHeadroom >= 1) { targetHDRHeadroom = 0 } }
    }

    /// Options with Apple's defaults.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.resizeMode = resizeMode
        copy.normalizedCropRect = normalizedCropRect
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        unsafe copy.progressHandler = progressHandler
        copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
        copy.preferHDR = preferHDR
        copy.targetHDRHeadroom = targetHDRHeadroom
        return copy
    }
}

/// Called while something takes long: how much of 1, an error, whether to stop, and the info keys.
public typealias PHAssetImageProgressHandler =
    (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

/// Which of an asset's versions.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// Without edits.
    case unadjusted = 1
    /// Without edits, in the best form.
    case original = 2
}

/// Quick, or good.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// A quick picture first where one is ready, and then the good one.
    case opportunistic = 0
    /// One picture, as good as was asked for or better.
    case highQualityFormat = 1
    /// One picture, as quick as possible: one that is ready, smaller than asked for, where there is one.
    case fastFormat = 2
}

/// How close to the size that was asked for.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// As it is stored: the smallest rendition that is as large as asked for, or the file's own size.
    case none = 0
    /// Close to the size, or larger.
    case fast = 1
    /// Exactly.
    case exact = 2
}

/// How a picture fits into a size of another shape.
public enum PHImageContentMode: Int, Sendable {
    /// All of it inside.
    case aspectFit = 0
    /// All of the size covered.
    case aspectFill = 1

    /// `aspectFit`.
    public static var `default`: PHImageContentMode { .aspectFit }
}
