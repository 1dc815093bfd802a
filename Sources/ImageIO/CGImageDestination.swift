internal import AppLibrary
public import Foundation
internal import LibraryClient
internal import LibraryModel
internal import UniformTypeIdentifiers

/// A JPEG or PNG file of one picture, with properties: JPEG is encoded by the library's media worker, for which the app
/// needs access of any level.
///
/// Of the properties an EXIF block is written, of those that have keys here and are not only read. Titles, keywords and
/// ratings, which belong into XMP and IPTC, are not; nor is the source's colour profile: pictures are sRGB. What of a
/// source is to be kept unharmed, its file keeps.
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

    /// Where an app names no quality, in hundredths.
    private static let defaultQuality = 0.9

    /// Nil for a type that is not written, and for more pictures than one.
    fileprivate init?(_ sink: Sink, _ type: String, _ count: Int) {
        guard CGImageDestinationCopyTypeIdentifiers().contains(type), count == 1 else { return nil }
        self.sink = sink
        isPNG = type == UTType.png.identifier
    }

    fileprivate func set(_ added: PropertyValues) { properties = properties.merged(with: added) }

    /// The first picture is the file's.
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

/// A file that is appended to `data` when it is finalized. Nil for types other than JPEG and PNG, and for more pictures
/// than one. Options change nothing.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.memory(data), type, count)
}

/// A file that is written, or replaced, when it is finalized. Nil as with `CGImageDestinationCreateWithData`.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.file(url), type, count)
}

/// The types that are written: JPEG and PNG.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { [UTType.jpeg, .png].map(\.identifier) }

/// Sets properties of the file's picture, before it is added. Those given with the picture count first.
public func CGImageDestinationSetProperties(_ destination: CGImageDestination, _ properties: CFDictionary?) {
    destination.set(PropertyValues(properties))
}

/// Adds the picture, with properties. There is one picture in a file: another one is not taken.
public func CGImageDestinationAddImage(
    _ destination: CGImageDestination,
    _ image: CGImage,
    _ properties: CFDictionary?
) {
    destination.set(PropertyValues(properties))
    destination.add(image.pixels, PropertyValues(nil))
}

/// Adds a source's picture with its properties, and with others that count before them; `kCFNull` takes one away. The
/// picture is decoded and encoded anew.
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

/// Writes the file, once. False where there is no picture, it cannot be encoded, or the file cannot be written.
@discardableResult
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { destination.finalize() }

/// Property: JPEG's quality, 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
