import ImageIO

// Asked for as before iOS 13.

extension PHImageManager {
    /// Gets the bytes of an asset's file: `requestImageDataAndOrientation` under its former name.
    ///
    /// Apple's hands over UIKit's `UIImage.Orientation`. Here it is `CGImagePropertyOrientation`, which has the same names
    /// and other numbers.
    @available(
        *,
        deprecated,
        renamed: "requestImageDataAndOrientation(for:options:resultHandler:)"
    )
    @preconcurrency
    @discardableResult
    public func requestImageData(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping @Sendable (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestImageDataAndOrientation(for: asset, options: options, resultHandler: resultHandler)
    }
}
