import AppLibrary
import Synchronization

/// What an app made of an asset: a rendered file and the recipe that made it.
///
/// The app writes the file to `renderedContentURL` and sets `adjustmentData`, both before the change block ends.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex, the rest is constant.
open class PHContentEditingOutput: NSObject, @unchecked Sendable {
    private struct State {
        var recipe: PHAdjustmentData?
        var url: URL
    }

    private let folder: PrivateFolder?
    private let types: [UTType]
    private let state: Mutex<State>

    /// An edit of what an input holds.
    public init(contentEditingInput: PHContentEditingInput) {
        types = contentEditingInput.isMovie ? [.quickTimeMovie] : Self.photoTypes
        let place = Self.place(for: types[0])
        folder = place.folder
        state = Mutex(State(url: place.url))
        super.init()
    }

    /// An edit of an asset that the same change block creates.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        types = Self.photoTypes
        let place = Self.place(for: types[0])
        folder = place.folder
        state = Mutex(State(url: place.url))
        super.init()
    }

    private static let photoTypes: [UTType] = [.jpeg, .heic, .png]

    private static func place(for type: UTType) -> (folder: PrivateFolder?, url: URL) {
        do {
            let folder = try PrivateFolder()
            return (folder, folder.url.appendingPathComponent(filename(type)))
        } catch {
            // The initialiser cannot fail, and a place that cannot be written to tells the app when it writes.
            let nowhere = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            return (nil, nowhere.appendingPathComponent(filename(type)))
        }
    }

    /// The types that the rendered file may be of; the library tells which it is from its bytes.
    open var supportedRenderedContentTypes: [UTType] { types }

    /// The recipe.
    open var adjustmentData: PHAdjustmentData? {
        get { state.withLock { $0.recipe } }
        set { state.withLock { $0.recipe = newValue } }
    }

    /// Where the app writes the rendered file: JPEG for photos, QuickTime for movies, or of the type that
    /// `renderedContentURL(for:)` was last asked for.
    open var renderedContentURL: URL { state.withLock { $0.url } }

    /// The type of the file at `renderedContentURL` where the app asks for no other.
    open var defaultRenderedContentType: UTType? { supportedRenderedContentTypes.first }

    /// Where the app writes a rendered file of a type, which is then the one that counts. Throws a `PHPhotosError` for
    /// a type that is not among `supportedRenderedContentTypes`.
    @discardableResult
    open func renderedContentURL(for type: UTType) throws -> URL {
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
