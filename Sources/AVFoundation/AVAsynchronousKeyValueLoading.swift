internal import LibraryClient
internal import LibraryModel

/// What is read from a file when it is asked for: a movie, or one of its tracks.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
    /// The movie.
    var loadedAsset: AVAsset { get }
}

extension AVAsset: AVAsynchronousKeyValueLoading {
    /// Itself.
    public final var loadedAsset: AVAsset { self }
}

extension AVAssetTrack: AVAsynchronousKeyValueLoading {
    /// The track's movie, which has been read.
    public final var loadedAsset: AVAsset { movie }
}

extension AVAsynchronousKeyValueLoading {
    /// Reads the file, once, and gives a property of it. Throws an `AVError` when it cannot be read.
    public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
        try await loadedAsset.load()
        return property.value(self)
    }

    /// Gives two properties.
    public func load<A, B>(
        _ first: AVAsyncProperty<Self, A>,
        _ second: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        try await loadedAsset.load()
        return (first.value(self), second.value(self))
    }

    /// Gives three properties.
    public func load<A, B, C>(
        _ first: AVAsyncProperty<Self, A>,
        _ second: AVAsyncProperty<Self, B>,
        _ third: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        try await loadedAsset.load()
        return (first.value(self), second.value(self), third.value(self))
    }

    /// Gives four properties.
    public func load<A, B, C, D>(
        _ first: AVAsyncProperty<Self, A>,
        _ second: AVAsyncProperty<Self, B>,
        _ third: AVAsyncProperty<Self, C>,
        _ fourth: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        try await loadedAsset.load()
        return (first.value(self), second.value(self), third.value(self), fourth.value(self))
    }
}

extension AVAsset {
    /// Reads the file, unless it was read before.
    fileprivate func load() async throws {
        guard file.known == nil else { return }
        let outcome: Result<MovieDescription, AVError>
        do throws(LibraryError) {
            outcome = try await onOwnThread(named: "movie") { [file] cancellation throws(LibraryError) in
                Result { () throws(AVError) in try file.movie(cancellation) }
            }
        } catch {
            throw AVError(error)
        }
        _ = try outcome.get()
    }

    /// The tracks of a kind.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load()
        return tracks(withMediaType: mediaType)
    }

    /// The tracks of which something is true.
    public func loadTracks(
        withMediaCharacteristic characteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await load()
        return tracks(withMediaCharacteristic: characteristic)
    }

    /// The track with a number.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load()
        return track(withTrackID: trackID)
    }

    /// Reads the file, and calls the handler on another thread: the former way to load properties, by their names.
    public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        Task {
            do { try await load() } catch {
                // `statusOfValue` tells it.
            }
            handler?()
        }
    }

    /// Whether properties are there, whatever their name: they are read together. The error says why they are not.
    @safe
    public func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        if file.known != nil { return .loaded }
        guard let failure = file.failure else { return .unknown }
        unsafe outError?.pointee = failure as NSError
        return failure.code == .operationCancelled ? .cancelled : .failed
    }
}

/// How far a property is.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody asked for it.
    case unknown = 0
    /// It is being read.
    case loading = 1
    /// It is there.
    case loaded = 2
    /// It cannot be read.
    case failed = 3
    /// Reading it was called off.
    case cancelled = 4
}
