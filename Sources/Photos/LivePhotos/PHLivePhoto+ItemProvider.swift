extension PHLivePhoto: NSItemProviderReading {
    /// None: a Live Photo is never made of bytes. Providers of what the person picked have one without them, so that
    /// `loadObject(ofClass: PHLivePhoto.self)` works for those.
    public static var readableTypeIdentifiersForItemProvider: [String] { [] }

    /// Fails: a Live Photo is never made of bytes.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PHLivePhoto {
        throw NSError(
            domain: NSItemProvider.errorDomain,
            code: NSItemProvider.ErrorCode.unavailableCoercionError.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "a Live Photo is not made of bytes"]
        )
    }
}
