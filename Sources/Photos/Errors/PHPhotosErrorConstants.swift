// The codes as numbers: Apple's API before `PHPhotosError.Code`.

/// The old name of `PHPhotosError.Code.internalError`, as a number.
@available(*, deprecated, message: "Use PHPhotosError.internalError")
public var PHPhotosErrorInvalid: Int { PHPhotosError.Code.internalError.rawValue }

/// `PHPhotosError.Code.userCancelled`, as a number.
@available(*, deprecated, message: "Use PHPhotosError.userCancelled")
public var PHPhotosErrorUserCancelled: Int { PHPhotosError.Code.userCancelled.rawValue }

/// `PHPhotosError.Code.libraryVolumeOffline`, as a number.
@available(*, deprecated, message: "Use PHPhotosError.libraryVolumeOffline")
public var PHPhotosErrorLibraryVolumeOffline: Int { PHPhotosError.Code.libraryVolumeOffline.rawValue }

/// `PHPhotosError.Code.relinquishingLibraryBundleToWriter`, as a number.
@available(*, deprecated, message: "Use PHPhotosError.relinquishingLibraryBundleToWriter")
public var PHPhotosErrorRelinquishingLibraryBundleToWriter: Int {
    PHPhotosError.Code.relinquishingLibraryBundleToWriter.rawValue
}

/// `PHPhotosError.Code.switchingSystemPhotoLibrary`, as a number.
@available(*, deprecated, message: "Use PHPhotosError.switchingSystemPhotoLibrary")
public var PHPhotosErrorSwitchingSystemPhotoLibrary: Int { PHPhotosError.Code.switchingSystemPhotoLibrary.rawValue }
