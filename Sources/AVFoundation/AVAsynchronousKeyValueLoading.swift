internal import LibraryClient
internal import LibraryModel

/// An object whose properties are read from a file on demand: an asset or a track.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
    /// The asset whose file is read.
    var loadedAsset: AVAsset { get }
}

extension AVAsset: AVAsynchronousKeyValueLoading {
    /// The asset itself.
    public final var loadedAsset: AVAsset { self }
}

extension AVAssetTrack: AVAsynchronousKeyValueLoading {
    /// The track's asset, which is parsed already.
    public final var loadedAsset: AVAsset { movie }
}

extension AVAsynchronousKeyValueLoading {
    /// Parses the file unless that was done before, and returns a property. Throws an `AVError` when the file cannot be
    /// read.
    public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
        try await loadedAsset.load()
        return property.value(self)
    }

    /// Returns two properties. Throws like `load(_:)` of one.
    public func load<A, B>(
        _ first: AVAsyncProperty<Self, A>,
        _ second: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        try await loadedAsset.load()
        return (first.value(self), second.value(self))
    }

    /// Returns three properties. Throws like `load(_:)` of one.
    public func load<A, B, C>(
        _ first: AVAsyncProperty<Self, A>,
        _ second: AVAsyncProperty<Self, B>,
        _ third: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        try await loadedAsset.load()
        return (first.value(self), second.value(self), third.value(self))
    }

    /// Returns four properties. Throws like `load(_:)` of one.
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
    /// Parses the file unless that was done before.
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

    /// Returns the tracks of a media type. Throws an `AVError` when the file cannot be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load()
        return tracks(withMediaType: mediaType)
    }

    /// Returns the tracks with a characteristic. Throws an `AVError` when the file cannot be read.
    public func loadTracks(
        withMediaCharacteristic characteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await load()
        return tracks(withMediaCharacteristic: characteristic)
    }

    /// Returns the track with an identifier. Throws an `AVError` when the file cannot be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load()
        return track(withTrackID: trackID)
    }

    /// Parses the file and calls `handler` on an arbitrary thread. Names of properties have no effect: all are loaded.
    public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        Task {
            do { try await load() } catch {
                // `statusOfValue` reports the error.
            }
            handler?()
        }
    }

    /// Returns the state of all properties, which are loaded together; `key` has no effect. Sets `outError` after a
    /// failure.
    @safe
    public func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        if file.known != nil { return .loaded }
        guard let failure = file.failure else { return .unknown }
        unsafe outError?.pointee = failure as NSError
        return failure.code == .operationCancelled ? .cancelled : .failed
    }
}

/// The state of a property.
public enum AVKeyValueStatus: Int, Sendable {
    /// Not requested.
    case unknown = 0
    /// Loading.
    case loading = 1
    /// Loaded.
    case loaded = 2
    /// The file cannot be read.
    case failed = 3
    /// Loading was cancelled.
    case cancelled = 4
}
