// Apps subclass these classes for their tests' doubles, as they subclass Apple's: without saying `@unchecked Sendable`
// again, and with variables. Swift asks a subclass of an open class that is `@unchecked Sendable` to say it again,
// unless the class has `UnsafeSendable` among its protocols (6.3.1), even if it is unavailable there, as it must be to
// be named at all in language mode 6.

@available(*, unavailable)
extension PHObject: UnsafeSendable {}

@available(*, unavailable)
extension PHFetchResult: UnsafeSendable {}

@available(*, unavailable)
extension PHChange: UnsafeSendable {}

@available(*, unavailable)
extension PHObjectChangeDetails: UnsafeSendable {}

@available(*, unavailable)
extension PHFetchResultChangeDetails: UnsafeSendable {}

@available(*, unavailable)
extension PHPhotoLibrary: UnsafeSendable {}

@available(*, unavailable)
extension PHImageManager: UnsafeSendable {}

@available(*, unavailable)
extension PHAssetResource: UnsafeSendable {}

@available(*, unavailable)
extension PHAssetResourceManager: UnsafeSendable {}

@available(*, unavailable)
extension PHContentEditingInput: UnsafeSendable {}

@available(*, unavailable)
extension PHContentEditingOutput: UnsafeSendable {}

@available(*, unavailable)
extension PHAdjustmentData: UnsafeSendable {}
