extension PHLivePhoto: NSItemProviderReading {
    /// Empty: there is no single-file form of a Live Photo. Item providers of picked Live Photos register the object
    /// itself, so `loadObject(ofClass: PHLivePhoto.self)` works with them.
    public static var readableTypeIdentifiersForItemProvider: [String] { [] }

    /// Always fails: there is no single-file form of a Live Photo.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PHLivePhoto {
        throw NSError(
            domain: NSItemProvider.errorDomain,
            code: NSItemProvider.ErrorCode.unavailableCoercionError.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "a Live Photo is not made of bytes"]
        )
    }
}
