internal import AppLibrary
public import Foundation
internal import LibraryClient
internal import LibraryModel
internal import Synchronization
internal import UniformTypeIdentifiers

/// A picture's file that is read by the library's media worker, as `UIImage(data:)` is: no file can take over the app,
/// which needs access of any level. At most 64 MiB.
///
/// There is one picture in a source, the first of its file, with those properties that the library reads (see
/// `CGImageSourceCopyPropertiesAtIndex`). Nothing is read before it is asked for; what cannot be read, or where the
/// library cannot be reached, is nil. Sources are whole: they are not filled bit by bit.
public final class CGImageSource: Sendable {
    private enum Facts {
        case unknown
        case read(MediaMetadata)
        case unreadable
    }

    private let bytes: [UInt8]
    private let facts = Mutex(Facts.unknown)

    fileprivate init(_ data: Data) { bytes = [UInt8](data) }

    /// Bytes of the file.
    var byteCount: Int { bytes.count }

    /// What the file says of itself. Asks the library once.
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
            // Another time the library may be there.
            if error.code == .invalidResource { facts.withLock { $0 = .unreadable } }
            return nil
        }
    }

    var orientation: CGImagePropertyOrientation? {
        metadata.map { CGImagePropertyOrientation(rawValue: UInt32($0.orientation)) ?? .up }
    }

    /// The picture as it is shown, within a box.
    func uprightPicture(side: Int) -> PixelImage? {
        let side = max(1, min(side, PixelImage.maximumSide))
        do throws(LibraryError) {
            return try AppLibrary.client.decodePicture(bytes, fitting: PixelSize(width: side, height: side))
        } catch {
            return nil
        }
    }

    /// The picture as it is stored.
    func picture(side: Int) -> PixelImage? {
        guard let orientation else { return nil }
        return uprightPicture(side: side)?.stored(in: orientation)
    }
}

/// How far a source is.
public enum CGImageSourceStatus: Int32, Sendable {
    case statusUnexpectedEOF = -5
    case statusInvalidData = -4
    case statusUnknownType = -3
    case statusReadingHeader = -2
    case statusIncomplete = -1
    case statusComplete = 0
}

/// A source of a file's bytes. Options change nothing.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    data.isEmpty ? nil : CGImageSource(data)
}

/// A source of a file, which is read at once; nil where it cannot be. Options change nothing.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    do { return CGImageSourceCreateWithData(try Data(contentsOf: url), options) } catch { return nil }
}

/// The uniform type identifier of the file, told from its bytes.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
    source.metadata.flatMap { UTType(mimeType: $0.contentType)?.identifier }
}

/// The types that can be read: of Apple's those that the library decodes.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    [UTType.jpeg, .png, .heic, .heif, .tiff, .gif, .webP, .rawImage].map(\.identifier)
}

/// 1, or 0 where the file is no picture.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.metadata == nil ? 0 : 1 }

/// Which picture is shown first: the only one.
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// Whether the file is a picture.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
    source.metadata == nil ? .statusInvalidData : .statusComplete
}

/// The same of the one picture.
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    index == 0 ? CGImageSourceGetStatus(source) : .statusInvalidData
}

/// Properties of the file: its size in bytes.
public func CGImageSourceCopyProperties(_ source: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    source.metadata == nil ? nil : [kCGImagePropertyFileSize: NSNumber(value: source.byteCount)]
}

/// Properties of the picture; nil where it cannot be read.
///
/// Of the picture as it is stored: `kCGImagePropertyPixelWidth`, `…PixelHeight`, `…Orientation`. In the dictionaries of
/// EXIF, TIFF, GPS and IPTC what the library reads, from wherever in the file it stands (XMP included): capture date,
/// position, camera, lens, exposure, title, caption, keywords, rating. There are no maker notes, and no tags beside
/// those that ``ImageIO`` has keys for.
public func CGImageSourceCopyPropertiesAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    index == 0 ? source.metadata?.imageProperties : nil
}

/// The picture as it is stored: its orientation is in the properties.
public func CGImageSourceCreateImageAtIndex(
    _ source: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    index == 0 ? source.picture(side: PixelImage.maximumSide).map { CGImage($0) } : nil
}

/// The picture, no side of it longer than `kCGImageSourceThumbnailMaxPixelSize`; upright with
/// `kCGImageSourceCreateThumbnailWithTransform`, else as it is stored. It is always made of the picture itself.
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

/// Option: pixels of the longer side of a thumbnail.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Option: whether a thumbnail is turned as the orientation says.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// Option: changes nothing. Thumbnails are always made of the picture.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// Option: changes nothing. Thumbnails are always made of the picture.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Option: changes nothing.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Option: changes nothing.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Option: changes nothing. The type is told from the bytes.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
