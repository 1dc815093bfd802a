import LibraryModel
import UniformTypeIdentifiers

extension PhotoImage: NSItemProviderReading, NSItemProviderWriting {
    /// None: bytes are decoded by the library, not in the app. Providers of a photo of the library have a picture
    /// without them, so that `loadObject(ofClass: PhotoImage.self)` works for those.
    public static var readableTypeIdentifiersForItemProvider: [String] { [] }

    /// JPEG.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.jpeg.identifier] }

    /// Fails: bytes are decoded by the library, not in the app.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PhotoImage {
        throw NSError(
            domain: NSItemProvider.errorDomain,
            code: NSItemProvider.ErrorCode.unavailableCoercionError.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "bytes are not decoded in the app"]
        )
    }

    /// Hands the bytes of a JPEG, which the library makes, to the handler.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        do {
            let data: Data = try jpegData(compressionQuality: CGFloat(Self.defaultJPEGQuality) / 100)
            completionHandler(data, nil)
        } catch {
            completionHandler(nil, error)
        }
        return nil
    }
}
