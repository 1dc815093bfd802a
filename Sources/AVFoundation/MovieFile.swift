internal import AppLibrary
internal import LibraryClient
internal import LibraryModel
package import LinuxSystem
internal import Synchronization

/// The file of an asset, shared by the asset and its tracks.
///
/// This process never parses it: a worker of the photo library does, once.
package final class MovieFile: Sendable {
    private enum Source: ~Copyable, Sendable {
        /// A file of the app.
        case path(URL)
        /// A file that the library lent.
        case lent(OwnedDescriptor)
    }

    private struct State {
        var movie: MovieDescription?
        /// Why parsing failed last.
        var failure: AVError?
        /// The app's copy of a lent file.
        var copy: (folder: PrivateFolder?, url: URL)?
    }

    private let source: Source
    /// The original filename of a lent file.
    private let filename: String
    private let state = Mutex(State())

    init(_ url: URL) {
        source = .path(url)
        filename = url.lastPathComponent
    }

    package init(lent file: consuming OwnedDescriptor, filename: String) {
        source = .lent(file)
        self.filename = filename
    }

    /// The description, if the file is parsed.
    var known: MovieDescription? { state.withLock { $0.movie } }

    /// Why parsing failed last.
    var failure: AVError? { state.withLock { $0.failure } }

    /// Returns the description. Blocks until the worker has parsed the file, the first time.
    func movie(_ cancellation: Cancellation? = nil) throws(AVError) -> MovieDescription {
        if let known { return known }
        do throws(LibraryError) {
            let movie = try AppLibrary.client.describeMovie(try open(), cancellation)
            state.withLock { $0.movie = movie }
            return movie
        } catch {
            let failure = AVError(error)
            state.withLock { $0.failure = failure }
            throw failure
        }
    }

    /// Opens the file for reading.
    func open() throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            switch source {
            case .lent(let file): return try file.duplicate()
            case .path(let url):
                guard url.isFileURL else { throw SystemCallError(SystemCallError.notFound, "open") }
                // Does not block on a FIFO, which the library then refuses.
                return try OwnedDescriptor(opening: FilePath(url.path), [.readOnly, .nonBlocking])
            }
        } catch {
            throw LibraryError(.missingResource, "a movie's file cannot be opened: \(error.reason)")
        }
    }

    /// The app's own file; for a lent one, a private copy that is made on first access and deleted with this object. If
    /// the copy fails, no file exists at the URL.
    var url: URL {
        switch source {
        case .path(let url): return url
        case .lent(let file):
            return state.withLock { state in
                if let copy = state.copy { return copy.url }
                let copy = MovieFile.copy(file, named: filename)
                state.copy = copy
                return copy.url
            }
        }
    }

    private static func copy(
        _ file: borrowing OwnedDescriptor,
        named filename: String
    ) -> (folder: PrivateFolder?, url: URL) {
        // The filename may contain slashes: use its last component.
        let name = URL(fileURLWithPath: filename.isEmpty ? "movie" : filename).lastPathComponent
        do {
            let folder = try PrivateFolder()
            let url = folder.url.appendingPathComponent(name, isDirectory: false)
            let copy = try OwnedDescriptor(
                opening: FilePath(url.path),
                [.writeOnly, .create, .exclusive],
                mode: 0o600
            )
            _ = try copy.copyContent(of: file)
            return (folder, url)
        } catch {
            return (nil, FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
        }
    }
}
