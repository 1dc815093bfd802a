import CoreLocation
import ImageIO
import Photos
import UniformTypeIdentifiers

// What apps do with a photo's properties beside PhotoKit. It only has to compile.

private struct PhotoInfo {
    var date: String?
    var camera: String?
    var location: CLLocation?

    init?(data: Data) {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
        else { return nil }
        if let exif = properties[kCGImagePropertyExifDictionary as String] as? [String: Any] {
            date = exif[kCGImagePropertyExifDateTimeOriginal as String] as? String
        }
        if let tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [CFString: Any] {
            camera = tiff[kCGImagePropertyTIFFModel] as? String
        }
        if let gps = properties[kCGImagePropertyGPSDictionary as String] as? [String: Any],
            let latitude = gps[kCGImagePropertyGPSLatitude as String] as? Double,
            let longitude = gps[kCGImagePropertyGPSLongitude as String] as? Double
        {
            location = CLLocation(latitude: latitude, longitude: longitude)
        }
    }
}

private func downsample(imageAt url: URL, to pointSize: CGSize, scale: CGFloat) -> UIImage? {
    let sourceOptions = [kCGImageSourceShouldCache: false] as CFDictionary
    guard let source = CGImageSourceCreateWithURL(url as CFURL, sourceOptions) else { return nil }
    let downsampleOptions =
        [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceShouldCacheImmediately: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: max(pointSize.width, pointSize.height) * scale,
        ] as [CFString: Any] as CFDictionary
    guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, downsampleOptions) else { return nil }
    return UIImage(cgImage: image)
}

private func withoutLocation(_ data: Data) -> Data? {
    guard let source = CGImageSourceCreateWithData(data as CFData, nil), let type = CGImageSourceGetType(source) else {
        return nil
    }
    let output = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(output as CFMutableData, type, 1, nil) else { return nil }
    let removed: [String: Any] = [kCGImagePropertyGPSDictionary as String: kCFNull as Any]
    CGImageDestinationAddImageFromSource(destination, source, 0, removed as CFDictionary)
    guard CGImageDestinationFinalize(destination) else { return nil }
    return output as Data
}

private func save(_ image: UIImage, to url: URL, quality: CGFloat) -> Bool {
    guard let cgImage = image.cgImage,
        let destination = CGImageDestinationCreateWithURL(url as CFURL, UTType.jpeg.identifier as CFString, 1, nil)
    else { return false }
    let properties = [kCGImageDestinationLossyCompressionQuality: quality] as CFDictionary
    CGImageDestinationAddImage(destination, cgImage, properties)
    return CGImageDestinationFinalize(destination)
}
