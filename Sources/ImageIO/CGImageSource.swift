internal import AppLibrary
public import Foundation
internal import LibraryClient
internal import LibraryModel
internal import Synchronization
internal import UniformTypeIdentifiers

/// An image file that the library's media worker decodes, as for `UIImage(data:)`, so that a hostile file cannot take
/// over the app. The app needs access of any level. At most 64 MiB.
///
/// A source has one image, the first of the file, with the properties that `CGImageSourceCopyPropertiesAtIndex` lists.
/// Decodes on demand and blocks meanwhile; returns nil when the file cannot be read or the library is unreachable.
/// There are no incremental sources.
public final class CGImageSource: Sendable {
    private enum Facts {
        case unknown
        case read(MediaMetadata)
        case unreadable
    }

    private let bytes: [UInt8]
    private let facts = Mutex(Facts.unknown)

    fileprivate init(_ data: Data) { bytes = [UInt8](data) }

    /// The size of the file in bytes.
    var byteCount: Int { bytes.count }

    /// The metadata of the file, requested from the library once.
    var metadata: MediaMetadata? {
        switch facts.withLock({ $0 }) {
        case .read(let metadata): return metadata
        case .unreadable: return nil
        case .unknown: break
        }
        do throws(LibraryError) {
            let metadata = try AppLibrary.client.examinePicture(bytes)
            facts.withLock { $0 = .read(metadata) }
            return metadata
        } catch {
            // Not cached: the library may be reachable later.
            if error.code == .invalidResource { facts.withLock { $0 = .unreadable } }
            return nil
        }
    }

    var orientation: CGImagePropertyOrientation? {
        metadata.map { CGImagePropertyOrientation(rawValue: UInt32($0.orientation)) ?? .up }
    }

    /// The image for display, fitting a square of `side` pixels.
    func uprightPicture(side: Int) -> PixelImage? {
        let side = max(1, min(side, PixelImage.maximumSide))
        do throws(LibraryError) {
            return try AppLibrary.client.decodePicture(bytes, fitting: PixelSize(width: side, height: side))
        } catch {
            return nil
        }
    }

    /// The image as stored, fitting a square of `side` pixels.
    func picture(side: Int) -> PixelImage? {
        guard let orientation else { return nil }
        return uprightPicture(side: side)?.stored(in: orientation)
    }
}

/// The state of a source.
public enum CGImageSourceStatus: Int32, Sendable {
    case statusUnexpectedEOF = -5
    case statusInvalidData = -4
    case statusUnknownType = -3
    case statusReadingHeader = -2
    case statusIncomplete = -1
    case statusComplete = 0
}

/// Creates a source of bytes. Returns nil for empty data. Options have no effect.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    data.isEmpty ? nil : CGImageSource(data)
}

/// Reads a file and creates a source of it; nil when it cannot be read. Options have no effect.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    do { return CGImageSourceCreateWithData(try Data(contentsOf: url), options) } catch { return nil }
}

/// Returns the uniform type identifier, recognized from the bytes; nil when the file cannot be read.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
    source.metadata.flatMap { UTType(mimeType: $0.contentType)?.identifier }
}

/// Returns those types known to Apple that the library decodes.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    [UTType.jpeg, .png, .heic, .heif, .tiff, .gif, .webP, .rawImage].map(\.identifier)
}

/// Returns 1, or 0 when the file is not an image.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.metadata == nil ? 0 : 1 }

/// Returns 0: there is only one image.
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// Returns whether the file is an image: `statusComplete` or `statusInvalidData`.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
    source.metadata == nil ? .statusInvalidData : .statusComplete
}

/// Returns the state of the only image.
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    index == 0 ? CGImageSourceGetStatus(source) : .statusInvalidData
}

/// Returns the properties of the file: its size in bytes.
public func CGImageSourceCopyProperties(_ source: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    source.metadata == nil ? nil : [kCGImagePropertyFileSize: NSNumber(value: source.byteCount)]
}

/// Returns the properties of the image; nil when it cannot be read.
///
/// `kCGImagePropertyPixelWidth`, `…PixelHeight` and `…Orientation` are of the stored pixels. The EXIF, TIFF, GPS and
/// IPTC dictionaries have what the library reads, whichever block of the file (XMP included) has it: capture date,
/// position, camera, lens, exposure, title, caption, keywords, rating. Maker notes and tags without a key in
/// ``ImageIO`` are missing.
public func CGImageSourceCopyPropertiesAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    index == 0 ? source.metadata?.imageProperties : nil
}

/// Returns the image as stored: the properties have its orientation.
public func CGImageSourceCreateImageAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    index == 0 ? source.picture(side: PixelImage.maximumSide).map { CGImage($0) } : nil
}

/// Returns the image with no side longer than `kCGImageSourceThumbnailMaxPixelSize`: upright with
/// `kCGImageSourceCreateThumbnailWithTransform`, else as stored. Never uses the thumbnail embedded in the file.
public func CGImageSourceCreateThumbnailAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    guard index == 0 else { return nil }
    let options = PropertyValues(options)
    let side = options.number(kCGImageSourceThumbnailMaxPixelSize).flatMap { Int(exactly: $0.rounded(.down)) }
    let isUpright = options.truth(kCGImageSourceCreateThumbnailWithTransform) ?? false
    let longest = side ?? PixelImage.maximumSide
    return (isUpright ? source.uprightPicture(side: longest) : source.picture(side: longest)).map { CGImage($0) }
}

/// Option: the longest side of a thumbnail in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Option: whether to apply the orientation to a thumbnail.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// Option: has no effect. Thumbnails are always made from the full image.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// Option: has no effect. Thumbnails are always made from the full image.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Option: has no effect.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Option: has no effect.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Option: has no effect. The type is recognized from the bytes.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
