import LibraryModel
import UniformTypeIdentifiers

extension PhotoImage: NSItemProviderReading, NSItemProviderWriting {
    /// The types of pictures that the library decodes. Providers of a photo of the library have a picture at hand, and
    /// decode nothing.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [UTType.png, .heic, .heif, .tiff, .jpeg, .webP, .gif, .rawImage].map(\.identifier)
    }

    /// PNG, which loses nothing, and JPEG.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.png, .jpeg].map(\.identifier) }

    /// A picture of the bytes of a file, decoded by the library: see `init(decoding:)`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PhotoImage {
        try PhotoImage(decoding: data)
    }

    /// Hands the bytes of a PNG to the handler, or of a JPEG, which the library makes.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        if typeIdentifier == UTType.png.identifier, let png = pngData() {
            completionHandler(png, nil)
            return nil
        }
        do {
            let data: Data = try jpegData(compressionQuality: CGFloat(Self.defaultJPEGQuality) / 100)
            completionHandler(data, nil)
        } catch {
            completionHandler(nil, error)
        }
        return nil
    }
}
