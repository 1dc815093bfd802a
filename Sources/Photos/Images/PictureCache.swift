import LibraryModel
import Synchronization

/// Prefetches the pictures that an app announced (`startCachingImages`).
///
/// Invariants:
/// 1. Only wanted pictures are held: started and not stopped since. A picture that arrives after `stop` is dropped.
/// 2. At most `maximumBytes` of pixels are held and `maximumWanted` pictures wanted; later ones are ignored until
///    something is stopped.
/// 3. At most one picture is loading in the background; loading pauses while there is no room.
///
/// `state` guards everything.
final class PictureCache: Sendable {
    private struct State {
        var wanted: Set<SourcePicture> = []
        /// Wanted and not loaded yet, the next one last.
        var pending: [SourcePicture] = []
        var held: [SourcePicture: PhotoImage] = [:]
        var heldBytes = 0
        var isLoading = false
        var allowsHighQuality = true

        mutating func forget(_ source: SourcePicture) {
            wanted.remove(source)
            if let picture = held.removeValue(forKey: source) { heldBytes -= picture.byteCount }
        }

        /// Traps when an invariant does not hold.
        func assertInvariants() {
            assert(held.keys.allSatisfy(wanted.contains), "a picture is held that is not wanted")
            assert(heldBytes == held.values.reduce(0) { $0 + $1.byteCount } && heldBytes <= PictureCache.maximumBytes)
            assert(wanted.count <= PictureCache.maximumWanted)
        }
    }

    static let maximumBytes = 64 << 20
    static let maximumWanted = 16_384

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "photos.images.caching", qos: .utility)
    private let load: @Sendable (SourcePicture) throws(LibraryError) -> PhotoImage

    init(
        loading load: @escaping @Sendable (SourcePicture) throws(LibraryError) -> PhotoImage = {
            source throws(LibraryError) in try source.load()
        }
    ) {
        self.load = load
    }

    var allowsHighQuality: Bool {
        get { state.withLock { $0.allowsHighQuality } }
        set { state.withLock { $0.allowsHighQuality = newValue } }
    }

    /// Bytes of pixels held.
    var heldBytes: Int { state.withLock { $0.heldBytes } }

    func start(_ sources: [SourcePicture]) {
        let mustLoad = state.withLock { state -> Bool in
            var added: [SourcePicture] = []
            for source in sources where state.wanted.count < Self.maximumWanted {
                if state.wanted.insert(source).inserted { added.append(source) }
            }
            // In the given order, before earlier ones: the app shows these next.
            state.pending.append(contentsOf: added.reversed())
            state.assertInvariants()
            return Self.begins(&state)
        }
        if mustLoad { loadInBackground() }
    }

    func stop(_ sources: [SourcePicture]) {
        let mustLoad = state.withLock { state -> Bool in
            for source in sources { state.forget(source) }
            state.pending.removeAll { !state.wanted.contains($0) }
            state.assertInvariants()
            return Self.begins(&state)
        }
        if mustLoad { loadInBackground() }
    }

    func stopAll() {
        state.withLock { state in
            state.wanted = []
            state.pending = []
            state.held = [:]
            state.heldBytes = 0
        }
    }

    func picture(_ source: SourcePicture) -> PhotoImage? { state.withLock { $0.held[source] } }

    /// Keeps a picture if it is wanted and there is room.
    func keep(_ picture: PhotoImage, for source: SourcePicture) {
        state.withLock { state in
            guard state.wanted.contains(source), state.held[source] == nil,
                state.heldBytes + picture.byteCount <= Self.maximumBytes
            else { return }
            state.held[source] = picture
            state.heldBytes += picture.byteCount
            state.assertInvariants()
        }
    }

    /// Returns whether the caller has to start loading.
    private static func begins(_ state: inout State) -> Bool {
        guard !state.isLoading, !state.pending.isEmpty else { return false }
        state.isLoading = true
        return true
    }

    private func loadInBackground() {
        queue.async { [self] in
            while let source = next() {
                do throws(LibraryError) {
                    keep(try load(source), for: source)
                } catch {
                    // The app's own request reports the error.
                    continue
                }
            }
        }
    }

    /// Returns the next picture to load. Returns nil, and ends loading, when there is none or no room.
    private func next() -> SourcePicture? {
        state.withLock { state in
            while let last = state.pending.last {
                if !state.wanted.contains(last) || state.held[last] != nil {
                    state.pending.removeLast()
                } else if state.heldBytes + last.size.byteCount > Self.maximumBytes {
                    break
                } else {
                    return state.pending.removeLast()
                }
            }
            state.isLoading = false
            return nil
        }
    }
}

extension PixelSize {
    fileprivate var byteCount: Int { width * height * 4 }
}

extension PhotoImage {
    fileprivate var byteCount: Int { width * height * 4 }
}
