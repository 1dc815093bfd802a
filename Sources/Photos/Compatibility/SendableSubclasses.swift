// Apps subclass these classes for test doubles as they do Apple's: with variables, and without restating `@unchecked
// Sendable`. Swift requires that of subclasses of an open class that is `@unchecked Sendable`, unless the class
// conforms to `UnsafeSendable` (6.3.1). An unavailable conformance suffices, and language mode 6 allows no other.

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
