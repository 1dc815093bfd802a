import LibraryClient
import LibraryModel

extension PhotoImage {
    /// A picture of a file's bytes, upright and in its own size, decoded by the library's media worker: no file can
    /// take over the app. JPEG, PNG, HEIC, TIFF, GIF (the first picture), WebP and the RAW formats of cameras, of at
    /// most 64 MiB.
    ///
    /// The app needs access of any level. Throws a `PHPhotosError`: `accessUserDenied` without access,
    /// `invalidResource` for what is no picture.
    public convenience init(decoding data: Data) throws {
        let box = PixelSize(width: Self.maximumSide, height: Self.maximumSide)
        do throws(LibraryError) {
            self.init(try PHPhotoLibrary.shared().client.decodePicture([UInt8](data), fitting: box))
        } catch {
            throw PHPhotosError(error)
        }
    }
}
