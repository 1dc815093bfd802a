import LibraryModel

/// A request to create an asset from files.
public class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Creates an asset without files. Add them before the block ends.
    @discardableResult
    public class func forAsset() -> Self { self.init() }

    /// Whether resources of these types can form one asset: one photo or video with its companions.
    ///
    /// Does not check the files. The commit does.
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

    /// Which file of a RAW and JPEG pair is the original. Only `compressed` is supported: with `raw` the change block
    /// fails with `changeNotSupported`.
    public var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { .compressed }
        set { if newValue == .raw { transaction.record(.rawOriginalUnsupported) } }
    }

    /// Adds a file. The commit opens it.
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

    /// Adds the bytes of a file.
    public func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        add(ResourceDraft(kind: ResourceKind(type), content: .data(data), filename: options?.originalFilename))
    }
}

/// Options for a resource of a new asset.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The filename of the resource; nil for that of the file.
    open var originalFilename: String?
    /// The type that the app assumes. The library determines the type from the content.
    open var uniformTypeIdentifier: String?
    /// `uniformTypeIdentifier` as a `UTType`; nil when it is nil or unknown.
    open var contentType: UTType? {
        get { uniformTypeIdentifier.flatMap { UTType($0) } }
        set { uniformTypeIdentifier = newValue?.identifier }
    }
    /// Whether to remove the app's file after the commit.
    open var shouldMoveFile = false

    /// Default options: copies the file under its own name.
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
