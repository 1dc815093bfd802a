import LibraryClient
import LibraryModel
import LinuxSystem
import Photos

/// A photo or movie of a pick. Retains the pick, which holds the app's read access.
struct PickedItem: ResourceSource {
    /// The quality of converted JPEG files, 1 to 100.
    private static let jpegQuality = 95
    /// The largest size that fits into a message.
    private static let largest = PixelSize(width: PixelImage.maximumSide, height: PixelImage.maximumSide)

    var pick: Pick
    var number: UInt32
    /// Nil when the picker returns no identifiers.
    var asset: ObjectID?

    func resources() throws(LibraryError) -> [ResourceInfo] { try pick.resources(of: number) }

    func open(_ kind: ResourceKind, _ network: NetworkAccess?) throws(LibraryError) -> OwnedDescriptor {
        try pick.open(kind, of: number, network)
    }

    /// The current image in full size.
    func picture(_ network: NetworkAccess) throws(LibraryError) -> PixelImage {
        try pick.thumbnail(of: number, fitting: Self.largest, network)
    }

    /// A JPEG of the image with the metadata of its file, open for reading.
    func jpeg(_ network: NetworkAccess) throws(LibraryError) -> OwnedDescriptor {
        try pick.jpeg(of: number, quality: Self.jpegQuality, network)
    }
}
