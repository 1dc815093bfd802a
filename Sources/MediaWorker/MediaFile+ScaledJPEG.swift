internal import CMedia
internal import LibraryModel
internal import LinuxSystem

// JPEG files in sRGB. libjpeg scales them down while it decodes, which takes about as long as reading the file's codes;
// what is left to the wanted size is done row by row, into the memory that is passed on.

extension MediaFile {
    /// Returns nil when libjpeg does not suffice: for colour profiles other than sRGB, CMYK, and every file for which
    /// libjpeg has a warning.
    func decodeScaledJPEG(fitting size: PixelSize) throws(LibraryError) -> SealedPicture? {
        guard format == .jpeg else { return nil }
        let picture: OpenPicture
        // `decodeByLibraries` finds out what is wrong with the file.
        do throws(LibraryError) { picture = try openWholePicture() } catch { return nil }
        let header = picture.header
        _ = try MediaLimits.check(header.width, header.height)
        let stored = PixelSize(width: Int(header.width), height: Int(header.height))
        guard picture.block("icc-profile-data").map({ ICCProfile($0)?.isSRGB ?? false }) ?? true else { return nil }
        let scale = JPEGScale(of: stored, toFit: header.isOnItsSide ? size.turned : size)
        do throws(SystemCallError) {
            let memory = try SealedMemory.makeUnsealed()
            let status = unsafe cmedia_jpeg_write_pixels(
                picture.input.handle,
                cmedia_jpeg_scale(
                    eighths: Int32(scale.eighths),
                    width: Int32(scale.size.width),
                    height: Int32(scale.size.height)
                ),
                header.orientation,
                memory.rawValue
            )
            guard status == CMEDIA_OK else { return nil }
            try SealedMemory.seal(memory)
            // For receivers that read it instead of mapping it.
            try memory.seek(to: 0)
            return SealedPicture(size: header.isOnItsSide ? scale.size.turned : scale.size, memory: memory)
        } catch {
            throw LibraryError(.internal, "no memory for a picture")
        }
    }
}

/// How a picture is scaled down.
struct JPEGScale: Hashable {
    /// The fraction of its size, in eighths, at which libjpeg decodes it: one for which libjpeg has vector code.
    let eighths: Int
    /// The size that is made of that, as stored.
    let size: PixelSize

    /// The least fraction that does not fall below the size that fits into the box.
    init(of stored: PixelSize, toFit box: PixelSize) {
        let wanted = stored.scaledDown(toFit: box)
        func isEnough(_ eighths: Int) -> Bool {
            (stored.width * eighths + 7) / 8 >= wanted.width && (stored.height * eighths + 7) / 8 >= wanted.height
        }
        eighths = [1, 2, 4].first(where: isEnough) ?? 8
        size = wanted
    }
}

/// A picture's pixels, laid out as in `PixelImage`, in sealed memory.
struct SealedPicture: ~Copyable {
    let size: PixelSize
    let memory: OwnedDescriptor

    init(size: PixelSize, memory: consuming OwnedDescriptor) {
        self.size = size
        self.memory = memory
    }

    /// Takes the memory.
    consuming func takeMemory() -> OwnedDescriptor { memory }
}

extension cmedia_picture_header {
    /// Whether the picture is shown turned by a quarter.
    var isOnItsSide: Bool { orientation >= 5 }
}

extension PixelSize {
    /// With its sides exchanged.
    var turned: PixelSize { PixelSize(width: height, height: width) }
}
