internal import CMedia
internal import LibraryModel
internal import LinuxSystem

// JPEG files at a size that libjpeg makes of them by itself, and in its own colours: their pixels go straight into the
// memory that is handed over. That takes as long as libjpeg alone.

extension MediaFile {
    /// The longest side up to which libvips scales better than libjpeg, in pixels.
    static let leastShrunkSide = 1_024

    /// Returns nil for what takes more than that: another size, colour profiles other than sRGB, inks, and every file
    /// that libjpeg complains of.
    func decodeScaledJPEG(fitting size: PixelSize) throws(LibraryError) -> SealedPicture? {
        guard format == .jpeg else { return nil }
        let picture: OpenPicture
        // What is wrong with the file is for those to say who take longer.
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
            // For those who read it rather than map it.
            try memory.seek(to: 0)
            return SealedPicture(size: header.isOnItsSide ? scale.size.turned : scale.size, memory: memory)
        } catch {
            throw LibraryError(.internal, "no memory for a picture")
        }
    }
}

/// How many eighths of its size libjpeg decodes a picture at.
struct JPEGScale: Hashable {
    let eighths: Int
    let size: PixelSize

    /// Nil when no scale gives exactly the size that fits into the box.
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
