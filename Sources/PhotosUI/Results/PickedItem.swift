import LibraryClient
import LibraryModel
import LinuxSystem
import Photos

/// One photo or movie of a pick. It keeps the pick, and with it the app's leave to read.
struct PickedItem: ResourceSource {
    /// Of JPEG files that are made of others, 1 to 100.
    private static let jpegQuality = 95
    /// Larger pictures are not handed around whole.
    private static let largest = PixelSize(width: PixelImage.maximumSide, height: PixelImage.maximumSide)

    var pick: Pick
    var number: UInt32
    /// Nil where the picker gives no identifiers.
    var asset: ObjectID?

    func resources() throws(LibraryError) -> [ResourceInfo] { try pick.resources(of: number) }

    func open(_ kind: ResourceKind) throws(LibraryError) -> OwnedDescriptor { try pick.open(kind, of: number) }

    /// The picture as it is now, in its own size.
    func picture() throws(LibraryError) -> PixelImage { try pick.thumbnail(of: number, fitting: Self.largest) }

    /// The picture as a JPEG file with the metadata of what it is made of, open for reading.
    func jpeg() throws(LibraryError) -> OwnedDescriptor { try pick.jpeg(of: number, quality: Self.jpegQuality) }
}
