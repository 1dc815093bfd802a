internal import CMedia
internal import LibraryModel

/// The bytes that an image decoder reads. Must outlive the images opened from it.
@safe
final class PictureInput {
    enum Piece {
        case file(offset: Int, count: Int)
        case bytes([UInt8])
        case zeros(count: Int)
    }

    let handle: OpaquePointer

    /// The whole file, or only these pieces. The descriptor is borrowed.
    init(_ descriptor: CInt, pieces: [Piece] = []) throws(LibraryError) {
        guard let handle = unsafe cmedia_input_new(descriptor) else { throw LibraryError(CMEDIA_NO_MEMORY) }
        unsafe self.handle = handle
        for piece in pieces {
            let result =
                switch piece {
                case .file(let offset, let count): unsafe cmedia_input_add_file(handle, Int64(offset), Int64(count))
                case .zeros(let count): unsafe cmedia_input_add_zeros(handle, Int64(count))
                case .bytes(let bytes):
                    unsafe bytes.withUnsafeBytes {
                        unsafe cmedia_input_add_bytes(handle, $0.baseAddress ?? UnsafeRawPointer(handle), $0.count)
                    }
                }
            guard result == 0 else { throw LibraryError(CMEDIA_NO_MEMORY) }
        }
    }

    deinit { unsafe cmedia_input_free(handle) }
}
