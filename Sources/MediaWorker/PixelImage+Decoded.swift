internal import CMedia
package import LibraryModel
internal import LinuxSystem

extension PixelImage {
    /// Copies a picture out of sealed memory.
    init(_ picture: borrowing SealedPicture) throws(LibraryError) {
        let memory: MappedMemory
        do throws(SystemCallError) { memory = try MappedMemory(sealed: picture.memory) } catch {
            throw LibraryError(.internal, "no memory for a picture")
        }
        guard let image = PixelImage(size: picture.size, rgba: memory.bytes) else { throw .damagedMedia }
        self = image
    }

    /// Takes ownership of a buffer's pixels and frees it.
    init(taking buffer: inout cmedia_buffer) throws(LibraryError) {
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.length))
        let size = unsafe PixelSize(width: Int(buffer.width), height: Int(buffer.height))
        unsafe cmedia_buffer_free(&buffer)
        guard let image = PixelImage(size: size, rgba: bytes) else { throw .damagedMedia }
        self = image
    }

    /// Whether all but a thousandth of the pixels have one colour: of a damaged file, that is what its decoder puts
    /// where data is missing (grey, black, or the last colour before).
    var showsNothing: Bool {
        // Levels of 256. Colour profiles, rounding and WebP's prediction shift the colour slightly.
        let tolerance = 8
        // The last corner: where a decoder failed, nothing of the image is there.
        let fill = rgba.suffix(4).prefix(3).map { Int($0) }
        let others = unsafe rgba.withUnsafeBufferPointer { bytes in
            stride(from: 0, to: bytes.count, by: 4).reduce(0) { count, start in
                let isFill =
                    unsafe abs(Int(bytes[start]) - fill[0]) <= tolerance
                    && abs(Int(bytes[start + 1]) - fill[1]) <= tolerance
                    && abs(Int(bytes[start + 2]) - fill[2]) <= tolerance
                return isFill ? count : count + 1
            }
        }
        return others * 1000 < size.width * size.height
    }

    /// Returns a JPEG file, transparent pixels over white. `quality` is 1 to 100.
    package func encodedJPEG(quality: Int) throws(LibraryError) -> [UInt8] {
        try JPEGQuality.check(quality)
        try MediaLibraries.start()
        var buffer = unsafe cmedia_buffer()
        let status = unsafe rgba.withUnsafeBytes { pixels in
            unsafe cmedia_encode_jpeg(
                pixels.baseAddress,
                Int32(size.width),
                Int32(size.height),
                Int32(quality),
                &buffer
            )
        }
        guard status == CMEDIA_OK else { throw LibraryError(.internal, "the picture could not be encoded") }
        defer { unsafe cmedia_buffer_free(&buffer) }
        return unsafe Array(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.length))
    }
}
