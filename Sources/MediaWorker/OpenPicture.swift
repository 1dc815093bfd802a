internal import CMedia
internal import LibraryModel

/// An image whose header was read.
@safe
final class OpenPicture {
    let input: PictureInput
    private let picture: OpaquePointer

    init(_ input: PictureInput, _ loader: cmedia_loader) throws(LibraryError) {
        var opened: OpaquePointer?
        let status = unsafe cmedia_picture_open(input.handle, loader, &opened)
        guard status == CMEDIA_OK, let opened = unsafe opened else { throw LibraryError(status) }
        self.input = input
        unsafe picture = opened
    }

    deinit { unsafe cmedia_picture_close(picture) }

    var header: cmedia_picture_header { unsafe cmedia_picture_get_header(picture) }

    func block(_ name: String) -> [UInt8]? {
        var length = 0
        guard let start = unsafe cmedia_picture_get_block(picture, name, &length), length > 0 else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
    }
}

/// The image of a whole file, once its header was read.
final class KeptPicture {
    var picture: OpenPicture?
}
