internal import AppLibrary
internal import LibraryClient
internal import LibraryModel
package import LinuxSystem
internal import Synchronization

/// A movie's file, as long as an asset, or one of its tracks, needs it.
///
/// This process never looks into it: what it says is read by a worker of the photo library's, once.
package final class MovieFile: Sendable {
    private enum Source: ~Copyable, Sendable {
        /// The app's own file.
        case path(URL)
        /// One that the library lent.
        case lent(OwnedDescriptor)
    }

    private struct State {
        var movie: MovieDescription?
        /// Why it could not be read.
        var failure: AVError?
        /// The app's copy of a lent file.
        var copy: (folder: PrivateFolder?, url: URL)?
    }

    private let source: Source
    /// The name that a lent file had.
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

    /// What has been read of it so far.
    var known: MovieDescription? { state.withLock { $0.movie } }

    /// Why it could not be read, the last time.
    var failure: AVError? { state.withLock { $0.failure } }

    /// What it says of itself. Waits for the worker, the first time.
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

    /// The file, open for reading.
    func open() throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            switch source {
            case .lent(let file): return try file.duplicate()
            case .path(let url):
                guard url.isFileURL else { throw SystemCallError(SystemCallError.notFound, "open") }
                // Not waiting: a pipe by that name is the library's to refuse.
                return try OwnedDescriptor(opening: FilePath(url.path), [.readOnly, .nonBlocking])
            }
        } catch {
            throw LibraryError(.missingResource, "a movie's file cannot be opened: \(error.reason)")
        }
    }

    /// The app's own file; of a lent one a copy of the app's own, made when it is first asked for, which goes when this
    /// goes. Where there is no room for the copy, no file is there.
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
        // A name is no path.
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
