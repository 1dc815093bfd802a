import LibraryModel

/// A new asset made of files.
public class PHAssetCreationRequest: PHAssetChangeRequest {
    /// A new asset, without any file yet.
    @discardableResult
    public class func forAsset() -> Self { self.init() }

    /// Whether files of such types can make up one asset: one main photo or movie, and what goes with it.
    ///
    /// The files themselves are looked at when the block ends.
    @discardableResult
    public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let kinds = types.compactMap { PHAssetResourceType(rawValue: $0.intValue) }
        let main: Set<PHAssetResourceType> = [.photo, .video]
        let companions: Set<PHAssetResourceType> = [.alternatePhoto, .pairedVideo]
        guard kinds.filter(main.contains).count == 1, Set(kinds).count == kinds.count,
            kinds.allSatisfy({ main.contains($0) || companions.contains($0) })
        else { return false }
        return kinds.contains(.photo) || kinds.count == 1
    }

    /// Which file of a RAW and JPEG pair is the original. Only `compressed` is supported yet: with `raw` the change
    /// block fails with `changeNotSupported`.
    public var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { .compressed }
        set { if newValue == .raw { transaction.record(.unsupported("a RAW file cannot be the original yet")) } }
    }

    /// Adds a file. It is opened when the block ends.
    public func addResource(
        with type: PHAssetResourceType,
        fileURL: URL,
        options: PHAssetResourceCreationOptions?
    ) {
        let moves = options?.shouldMoveFile ?? false
        add(
            ResourceDraft(
                kind: ResourceKind(type),
                content: .file(fileURL, moves: moves),
                filename: options?.originalFilename
            )
        )
    }

    /// Adds a file's bytes.
    public func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        add(ResourceDraft(kind: ResourceKind(type), content: .data(data), filename: options?.originalFilename))
    }
}

/// How a file becomes a resource of a new asset.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The name to keep; nil for the file's own.
    open var originalFilename: String?
    /// The type that the app thinks it is of. The library tells the type from the bytes.
    open var uniformTypeIdentifier: String?
    /// The same as a `UTType`; nil where `uniformTypeIdentifier` is nil or no known type.
    open var contentType: UTType? {
        get { uniformTypeIdentifier.flatMap { UTType($0) } }
        set { uniformTypeIdentifier = newValue?.identifier }
    }
    /// Whether the app's file is to be removed once the asset is in the library.
    open var shouldMoveFile = false

    /// Options for a copy under the file's own name.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.uniformTypeIdentifier = uniformTypeIdentifier
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
