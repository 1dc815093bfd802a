import CoreGraphics
import Foundation
import ImageIO
import Photos
import UniformTypeIdentifiers

// Thumbnails on disk under cloud identifiers, made by ImageIO, and pictures rewritten without their places. It only has
// to compile.

private enum ThumbnailError: Error {
    case source(CGImageSourceStatus)
    case destination
    case noIdentifier(PHAsset)
}

private final class ThumbnailStore: @unchecked Sendable {
    private let folder: URL
    private let memory = NSCache<NSString, UIImage>()
    private let queue = DispatchQueue(label: "com.example.thumbnails", qos: .utility)

    init(folder: URL) {
        self.folder = folder
        memory.countLimit = 200
    }

    // MARK: Names that are good on another machine

    func names(of assets: [PHAsset]) -> [String: String] {
        let identifiers = assets.map { $0.localIdentifier }
        var names: [String: String] = [:]
        for (local, result) in PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: identifiers) {
            switch result {
            case .success(let cloud): names[local] = cloud.archivalStringValue
            case .failure(let error as PHPhotosError) where error.code == .identifierNotFound: continue
            case .failure(let error as PHPhotosError) where error.code == .multipleIdentifiersFound:
                let found = error.userInfo[PHLocalIdentifiersErrorKey] as? [String] ?? []
                names[local] = found.first
            case .failure(let error): print(error.localizedDescription)
            }
        }
        return names
    }

    func assets(named names: [String]) -> [PHAsset] {
        let cloud = names.compactMap(PHCloudIdentifier.init(archivalStringValue:))
        let mappings = PHPhotoLibrary.shared().localIdentifierMappings(for: cloud)
        let local = cloud.compactMap { identifier -> String? in try? mappings[identifier]?.get() }
        let result = PHAsset.fetchAssets(withLocalIdentifiers: local, options: nil)
        return (0..<result.count).map { result.object(at: $0) }
    }

    // MARK: Thumbnails

    func thumbnail(of data: Data, pixels: Int) throws -> UIImage {
        guard
            let source = CGImageSourceCreateWithData(data as CFData, [kCGImageSourceShouldCache: false] as CFDictionary)
        else { throw ThumbnailError.destination }
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceShouldCacheImmediately: true,
            kCGImageSourceThumbnailMaxPixelSize: pixels,
        ]
        guard CGImageSourceGetCount(source) > 0,
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
        else { throw ThumbnailError.source(CGImageSourceGetStatus(source)) }
        return UIImage(cgImage: image, scale: 1, orientation: .up)
    }

    func store(_ asset: PHAsset, completion: @escaping (Result<URL, Error>) -> Void) {
        guard let name = names(of: [asset])[asset.localIdentifier] else {
            return completion(.failure(ThumbnailError.noIdentifier(asset)))
        }
        let url = folder.appendingPathComponent(name.replacingOccurrences(of: "/", with: "_") + ".jpg")
        queue.async {
            let options = PHImageRequestOptions()
            options.version = .current
            options.isSynchronous = true
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
                data,
                type,
                orientation,
                info in
                guard let data = data else {
                    return completion(.failure(info?[PHImageErrorKey] as? Error ?? CocoaError(.fileReadUnknown)))
                }
                completion(
                    Result {
                        let image = try self.thumbnail(of: data, pixels: 512)
                        self.memory.setObject(
                            image,
                            forKey: name as NSString,
                            cost: Int(image.size.width * image.size.height)
                        )
                        guard let jpeg = image.jpegData(compressionQuality: 0.7) else {
                            throw ThumbnailError.destination
                        }
                        try jpeg.write(to: url)
                        return url
                    }
                )
            }
        }
    }

    func ready(_ data: Data) async -> UIImage? {
        guard let image = UIImage(data: data, scale: 2) else { return nil }
        return await image.byPreparingForDisplay() ?? image.preparingForDisplay()
    }

    func cached(_ name: String) -> UIImage? {
        if let image = memory.object(forKey: name as NSString) { return image }
        return UIImage(contentsOfFile: folder.appendingPathComponent(name).path)
    }
}

/// A copy without a place, with a comment, in any of the types that can be written.
private func anonymized(_ url: URL, type: UTType = .jpeg) -> Data? {
    guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
        let identifier = CGImageSourceGetType(source),
        var properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
    else { return nil }
    print(UTType(identifier as String)?.localizedDescription ?? identifier as String)
    let output = NSMutableData()
    guard
        let destination = CGImageDestinationCreateWithData(output as CFMutableData, type.identifier as CFString, 1, nil)
    else { return nil }
    properties[kCGImagePropertyGPSDictionary] = kCFNull
    var exif = properties[kCGImagePropertyExifDictionary] as? [CFString: Any] ?? [:]
    exif[kCGImagePropertyExifUserComment] = "anonymous"
    exif[kCGImagePropertyExifDateTimeOriginal] = nil
    properties[kCGImagePropertyExifDictionary] = exif
    properties[kCGImageDestinationLossyCompressionQuality] = 0.9
    CGImageDestinationAddImageFromSource(destination, source, 0, properties as CFDictionary)
    return CGImageDestinationFinalize(destination) ? output as Data : nil
}

/// The part of a picture that an avatar shows.
private func cropped(_ image: UIImage, to side: CGFloat) -> UIImage? {
    guard let picture = image.cgImage else { return nil }
    let (width, height) = (CGFloat(picture.width), CGFloat(picture.height))
    let length = min(width, height)
    let square = CGRect(x: (width - length) / 2, y: (height - length) / 2, width: length, height: length)
    guard let part = picture.cropping(to: square.integral) else { return nil }
    return UIImage(cgImage: part, scale: max(1, length / side), orientation: image.imageOrientation)
}

private func orientation(of url: URL) -> CGImagePropertyOrientation {
    guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as NSDictionary?,
        let number = properties[kCGImagePropertyOrientation] as? UInt32
    else { return .up }
    return CGImagePropertyOrientation(rawValue: number) ?? .up
}
