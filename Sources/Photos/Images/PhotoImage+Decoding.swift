import LibraryClient
import LibraryModel

extension PhotoImage {
    /// Decodes the content of a file in the library's media worker, so that no file can take over the app: upright and
    /// in full size. Supports JPEG, PNG, HEIC, TIFF, GIF (the first frame), WebP and RAW formats of cameras, up to 64
    /// MiB. Blocks.
    ///
    /// Needs access of any level. Throws a `PHPhotosError`: `accessUserDenied` without access, `invalidResource` for
    /// content that is not a picture.
    public convenience init(decoding data: Data) throws {
        let box = PixelSize(width: Self.maximumSide, height: Self.maximumSide)
        do throws(LibraryError) {
            self.init(try PHPhotoLibrary.shared().client.decodePicture([UInt8](data), fitting: box))
        } catch {
            throw PHPhotosError(error)
        }
    }
}
