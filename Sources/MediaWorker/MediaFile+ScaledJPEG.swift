internal import CMedia
internal import LibraryModel
internal import LinuxSystem

// JPEG files in sRGB at a size that libjpeg can scale to while it decodes. Their pixels are decoded straight into the
// memory that is passed on, which takes about as long as libjpeg alone.

extension MediaFile {
    /// Pixels of the longest side. Smaller pictures look better when libvips scales them.
    static let leastShrunkSide = 1_024

    /// Returns nil when libjpeg alone does not suffice: for other sizes, colour profiles other than sRGB, CMYK, and
    /// every file for which libjpeg has a warning.
    func decodeScaledJPEG(fitting size: PixelSize) throws(LibraryError) -> SealedPicture? {
        guard format == .jpeg else { return nil }
        let picture: OpenPicture
        // `decodeByLibraries` finds out what is wrong with the file.
        do throws(LibraryError) { picture = try OpenPicture(PictureInput(descriptor), CMEDIA_LOADER_JPEG) } catch {
            return nil
        }
        let header = picture.header
        _ = try MediaLimits.check(header.width, header.height)
        let stored = PixelSize(width: Int(header.width), height: Int(header.height))
        guard let scale = JPEGScale(of: stored, toFit: header.isOnItsSide ? size.turned : size),
            picture.block("icc-profile-data").map({ ICCProfile($0)?.isSRGB ?? false }) ?? true
        else { return nil }
        do throws(SystemCallError) {
            let memory = try SealedMemory.makeUnsealed()
            let status = unsafe cmedia_jpeg_write_pixels(
                picture.input.handle,
                Int32(scale.eighths),
                header.orientation,
                cmedia_size(width: Int32(scale.size.width), height: Int32(scale.size.height)),
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

/// The fraction of its size, in eighths, at which libjpeg decodes a picture.
struct JPEGScale: Hashable {
    let eighths: Int
    let size: PixelSize

    /// Nil when no fraction gives exactly the size that fits into the box.
    init?(of stored: PixelSize, toFit box: PixelSize) {
        let wanted = stored.scaledDown(toFit: box)
        func isExact(_ eighths: Int) -> Bool {
            (stored.width * eighths + 7) / 8 == wanted.width && (stored.height * eighths + 7) / 8 == wanted.height
        }
        guard let eighths = (1...8).last(where: isExact),
            eighths == 8 || max(wanted.width, wanted.height) >= MediaFile.leastShrunkSide
        else { return nil }
        self.eighths = eighths
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
