import LibraryModel
import UniformTypeIdentifiers

extension PhotoImage: NSItemProviderReading, NSItemProviderWriting {
    /// The types of pictures that the library decodes. Providers of a library photo have its picture and decode
    /// nothing.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [UTType.png, .heic, .heif, .tiff, .jpeg, .webP, .gif, .rawImage].map(\.identifier)
    }

    /// PNG, which is lossless, and JPEG.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.png, .jpeg].map(\.identifier) }

    /// Decodes the content of a file: see `init(decoding:)`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PhotoImage {
        try PhotoImage(decoding: data)
    }

    /// Calls the handler with a PNG file, or with a JPEG file from the library's media worker.
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
