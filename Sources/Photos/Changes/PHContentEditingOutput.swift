import AppLibrary
import Synchronization

/// The output of an edit: a rendered file and its adjustment data. Thread-safe.
///
/// Write the file to `renderedContentURL` and set `adjustmentData` before the change block ends.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex, the rest is constant.
open class PHContentEditingOutput: NSObject, @unchecked Sendable {
    private struct State {
        var recipe: PHAdjustmentData?
        var url: URL
        /// Of a Live Photo, once the app has asked for it.
        var movieURL: URL?
    }

    private let folder: PrivateFolder?
    private let types: [UTType]
    private let isLivePhoto: Bool
    private let state: Mutex<State>

    /// Creates the output for an input.
    public init(contentEditingInput: PHContentEditingInput) {
        isLivePhoto = contentEditingInput.livePhoto != nil
        types = contentEditingInput.isMovie ? [.quickTimeMovie] : Self.photoTypes
        let place = Self.place(for: types[0])
        folder = place.folder
        state = Mutex(State(url: place.url))
        super.init()
    }

    /// Creates the output for an asset that the same change block creates.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        isLivePhoto = false
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
            // The initializer cannot fail: writing to the URL reports the error.
            let nowhere = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            return (nil, nowhere.appendingPathComponent(filename(type)))
        }
    }

    /// The supported types of the rendered file. The library determines the type from the content. For a Live Photo the
    /// last one is the type of its movie.
    open var supportedRenderedContentTypes: [UTType] { isLivePhoto ? types + [.quickTimeMovie] : types }

    /// The adjustment data.
    open var adjustmentData: PHAdjustmentData? {
        get { state.withLock { $0.recipe } }
        set { state.withLock { $0.recipe = newValue } }
    }

    /// The URL of the rendered file: JPEG for photos, QuickTime for videos, or of the type of the last call of
    /// `renderedContentURL(for:)`.
    open var renderedContentURL: URL { state.withLock { $0.url } }

    /// The URL of a Live Photo's rendered movie; nil when the app leaves the movie as it is.
    final var renderedMovieURL: URL? { state.withLock { $0.movieURL } }

    /// The type of the file at `renderedContentURL`, unless the app requests another.
    open var defaultRenderedContentType: UTType? { supportedRenderedContentTypes.first }

    /// Returns the URL of a rendered file of a type, and makes it the one of this output. Throws a `PHPhotosError` for
    /// a type that is not in `supportedRenderedContentTypes`.
    ///
    /// For a Live Photo `quickTimeMovie` returns the URL of the rendered movie, beside that of the photo: an app that
    /// calls it must write both. Otherwise the edited photo keeps the original's movie.
    @discardableResult
    open func renderedContentURL(for type: UTType) throws -> URL {
        guard supportedRenderedContentTypes.contains(type) else {
            throw PHPhotosError(.changeNotSupported, reason: "an edit of this asset cannot be rendered as \(type)")
        }
        return state.withLock { state in
            if isLivePhoto, type == .quickTimeMovie {
                let url = state.url.deletingLastPathComponent().appendingPathComponent(Self.filename(type))
                state.movieURL = url
                return url
            }
            state.url = state.url.deletingLastPathComponent().appendingPathComponent(Self.filename(type))
            return state.url
        }
    }

    private static func filename(_ type: UTType) -> String {
        "rendered." + (type == .jpeg ? "jpg" : type.preferredFilenameExtension ?? "data")
    }
}
