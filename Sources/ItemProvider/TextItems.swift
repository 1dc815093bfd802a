import UniformTypeIdentifiers

extension NSString: NSItemProviderReading, NSItemProviderWriting {
    /// Text of any kind that is UTF-8.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [UTType.utf8PlainText.identifier, UTType.plainText.identifier]
    }

    /// UTF-8.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.utf8PlainText.identifier] }

    /// The text; an error where the bytes are not UTF-8.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8) else {
            throw NSItemProvider.error(.unavailableCoercionError, "the text is not UTF-8")
        }
        return Self(string: text)
    }

    /// Hands the UTF-8 to the handler.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(String(describing: self).utf8), nil)
        return nil
    }
}

extension NSURL: NSItemProviderReading, NSItemProviderWriting {
    /// URLs, those of files included.
    public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

    /// URLs.
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

    /// A file's URL is of a type of its own.
    public var writableTypeIdentifiersForItemProvider: [String] {
        isFileURL ? [UTType.fileURL.identifier] : [UTType.url.identifier]
    }

    /// The URL; an error where the bytes are none.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8), let url = NSURL(string: text) as? Self else {
            throw NSItemProvider.error(.unavailableCoercionError, "the bytes are no URL")
        }
        return url
    }

    /// Hands the text of the URL to the handler.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(absoluteString.utf8), nil)
        return nil
    }
}
