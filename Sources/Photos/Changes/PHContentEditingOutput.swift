import Synchronization

/// What an app made of an asset: a rendered file and the recipe that made it.
///
/// The app writes the file to `renderedContentURL` and sets `adjustmentData`, both before the change block ends.
public final class PHContentEditingOutput: NSObject, Sendable {
    private struct State {
        var recipe: PHAdjustmentData?
        var url: URL
    }

    private let folder: EditingFolder?
    private let state: Mutex<State>
    /// The types that the rendered file may be of; the library tells which it is from its bytes.
    public let supportedRenderedContentTypes: [UTType]

    /// An edit of what an input holds.
    public convenience init(contentEditingInput: PHContentEditingInput) {
        self.init(contentEditingInput.isMovie ? [.quickTimeMovie] : Self.photoTypes)
    }

    /// An edit of an asset that the same change block creates.
    public convenience init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        self.init(Self.photoTypes)
    }

    private static let photoTypes: [UTType] = [.jpeg, .heic, .png]

    private init(_ types: [UTType]) {
        supportedRenderedContentTypes = types
        let filename = Self.filename(types[0])
        do {
            let folder = try EditingFolder()
            self.folder = folder
            state = Mutex(State(url: folder.url.appendingPathComponent(filename)))
        } catch {
            // The initialiser cannot fail, and a place that cannot be written to tells the app when it writes.
            folder = nil
            let nowhere = FileManager.default.temporaryDirectory
                .appendingPathComponent("\(UUID().uuidString)/\(filename)")
            state = Mutex(State(url: nowhere))
        }
    }

    /// The recipe.
    public var adjustmentData: PHAdjustmentData? {
        get { state.withLock { $0.recipe } }
        set { state.withLock { $0.recipe = newValue } }
    }

    /// Where the app writes the rendered file: JPEG for photos, QuickTime for movies, or of the type that
    /// `renderedContentURL(for:)` was last asked for.
    public var renderedContentURL: URL { state.withLock { $0.url } }

    /// The type of the file at `renderedContentURL` where the app asks for no other.
    public var defaultRenderedContentType: UTType? { supportedRenderedContentTypes.first }

    /// Where the app writes a rendered file of a type, which is then the one that counts. Throws a `PHPhotosError` for
    /// a type that is not among `supportedRenderedContentTypes`.
    @discardableResult
    public func renderedContentURL(for type: UTType) throws -> URL {
        guard supportedRenderedContentTypes.contains(type) else {
            throw PHPhotosError(.changeNotSupported, reason: "an edit of this asset cannot be rendered as \(type)")
        }
        return state.withLock { state in
            state.url = state.url.deletingLastPathComponent().appendingPathComponent(Self.filename(type))
            return state.url
        }
    }

    private static func filename(_ type: UTType) -> String {
        "rendered." + (type == .jpeg ? "jpg" : type.preferredFilenameExtension ?? "data")
    }
}
