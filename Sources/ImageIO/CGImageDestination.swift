internal import AppLibrary
public import Foundation
internal import LibraryClient
internal import LibraryModel
internal import UniformTypeIdentifiers

/// Writes a JPEG or PNG file of one image with properties. The library's media worker encodes JPEG, which requires that
/// the app has access of any level.
///
/// Properties are written as EXIF, as far as this module has keys that are not read-only. Titles, keywords and ratings
/// are not written, because they belong into XMP and IPTC; nor is the source's colour profile, because images are sRGB.
/// To keep all metadata, copy the source's file instead.
public final class CGImageDestination {
    fileprivate enum Sink {
        case memory(NSMutableData)
        case file(URL)
    }

    private let sink: Sink
    private let isPNG: Bool
    private var image: PixelImage?
    private var properties = PropertyValues(nil)
    private var isFinalized = false

    /// The quality when the app gives none, 0 to 1.
    private static let defaultQuality = 0.9

    /// Nil for other types, and for more than one image.
    fileprivate init?(_ sink: Sink, _ type: String, _ count: Int) {
        guard CGImageDestinationCopyTypeIdentifiers().contains(type), count == 1 else { return nil }
        self.sink = sink
        isPNG = type == UTType.png.identifier
    }

    fileprivate func set(_ added: PropertyValues) { properties = properties.merged(with: added) }

    /// Only the first image counts.
    fileprivate func add(_ added: PixelImage?, _ its: PropertyValues) {
        guard image == nil, let added else { return }
        image = added
        properties = its.merged(with: properties)
    }

    fileprivate func finalize() -> Bool {
        guard !isFinalized, let image, let file = encoded(image) else { return false }
        isFinalized = true
        switch sink {
        case .memory(let data):
            data.append(Data(file))
            return true
        case .file(let url):
            do {
                try Data(file).write(to: url, options: .atomic)
                return true
            } catch {
                return false
            }
        }
    }

    private func encoded(_ image: PixelImage) -> [UInt8]? {
        let exif = ExifBlock(properties)
        if isPNG { return PNGFile(image, exif: exif.map { $0.bytesBehindPrefix })?.bytes }
        let share = properties.number(kCGImageDestinationLossyCompressionQuality) ?? CGImageDestination.defaultQuality
        let quality = Int((max(0.01, min(1, share)) * 100).rounded())
        do throws(LibraryError) {
            let jpeg = try AppLibrary.client.encodeJPEG(image, quality: quality)
            guard jpeg.starts(with: [0xFF, 0xD8]) else { return nil }
            return exif.map { $0.inserted(intoJPEG: jpeg) } ?? jpeg
        } catch {
            return nil
        }
    }
}

/// Creates a destination that appends the file to `data` when finalized. Returns nil for types other than JPEG and PNG,
/// and for a count other than 1. Options have no effect.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.memory(data), type, count)
}

/// Creates a destination that writes or replaces a file when finalized. Returns nil as
/// `CGImageDestinationCreateWithData`.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.file(url), type, count)
}

/// Returns the types that can be written: JPEG and PNG.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { [UTType.jpeg, .png].map(\.identifier) }

/// Sets properties for the image that is added next. Those given with the image override them.
public func CGImageDestinationSetProperties(_ destination: CGImageDestination, _ properties: CFDictionary?) {
    destination.set(PropertyValues(properties))
}

/// Adds the image with properties. Ignores images after the first.
public func CGImageDestinationAddImage(
    _ destination: CGImageDestination,
    _ image: CGImage,
    _ properties: CFDictionary?
) {
    destination.set(PropertyValues(properties))
    destination.add(image.pixels, PropertyValues(nil))
}

/// Adds an image of a source with its properties, overridden by `properties`; `kCFNull` removes one. Decodes the image
/// and encodes it again.
public func CGImageDestinationAddImageFromSource(
    _ destination: CGImageDestination,
    _ source: CGImageSource,
    _ index: Int,
    _ properties: CFDictionary?
) {
    guard index == 0 else { return }
    destination.set(PropertyValues(properties))
    destination.add(source.picture(side: PixelImage.maximumSide), PropertyValues(source.metadata?.imageProperties))
}

/// Writes the file, once. Returns false without an image, when encoding fails, and when the file cannot be written.
@discardableResult
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { destination.finalize() }

/// Property: the JPEG quality, 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
