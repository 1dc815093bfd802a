import LibraryModel
import LinuxSystem
import Synchronization

/// Prefetches the pictures that an app announced (`startCachingImages`).
///
/// Invariants:
/// 1. Only wanted pictures are held: started and not stopped since. A picture that arrives after `stop` is dropped, and
///    `stop` cancels the load of one that is under way.
/// 2. At most `maximumBytes` of pixels are held and `maximumWanted` pictures wanted; later ones are ignored until
///    something is stopped.
/// 3. At most one picture is loading in the background; loading pauses while there is no room. What was started last is
///    loaded first, each window in the order given.
///
/// `state` guards everything.
final class PictureCache: PictureLoading {
    private struct State {
        var wanted: Set<SourcePicture> = []
        /// Wanted and not loaded yet, the next one last.
        var pending: [SourcePicture] = []
        var held: [SourcePicture: PhotoImage] = [:]
        var heldBytes = 0
        var isLoading = false
        /// What is being loaded in the background.
        var loading: (source: SourcePicture, cancellation: Cancellation)?
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

        /// The load that nobody wants any more.
        var unwantedLoad: Cancellation? {
            guard let loading, !wanted.contains(loading.source) else { return nil }
            return loading.cancellation
        }
    }

    static let maximumBytes = 64 << 20
    static let maximumWanted = 16_384

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "photos.images.caching", qos: .utility)
    private let library: any PictureLoading

    init(_ library: any PictureLoading = LibraryPictures()) { self.library = library }

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
        let (mustLoad, unwanted) = state.withLock { state in
            for source in sources { state.forget(source) }
            state.pending.removeAll { !state.wanted.contains($0) }
            state.assertInvariants()
            return (Self.begins(&state), state.unwantedLoad)
        }
        unwanted?.cancel()
        if mustLoad { loadInBackground() }
    }

    func stopAll() {
        let unwanted = state.withLock { state in
            state.wanted = []
            state.pending = []
            state.held = [:]
            state.heldBytes = 0
            return state.unwantedLoad
        }
        unwanted?.cancel()
    }

    // MARK: Requests

    func held(_ source: SourcePicture) -> PhotoImage? { state.withLock { $0.held[source] } }

    /// The picture that is held, or the library's, which is held from now on if it is wanted.
    func picture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage {
        if let held = held(source) { return held }
        let loaded = try library.picture(source, cancellation)
        keep(loaded, for: source)
        return loaded
    }

    /// The same picture in the largest size that is held; else what the library has ready.
    func quickPicture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage? {
        let held = state.withLock { state in
            state.held.filter { $0.key.isSamePicture(as: source) }.max { $0.value.byteCount < $1.value.byteCount }
        }
        if let held { return held.value }
        return try library.quickPicture(source, cancellation)
    }

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

    // MARK: Loading ahead

    /// Returns whether the caller has to start loading.
    private static func begins(_ state: inout State) -> Bool {
        guard !state.isLoading, !state.pending.isEmpty else { return false }
        state.isLoading = true
        return true
    }

    private func loadInBackground() {
        queue.async { [self] in
            while let (source, cancellation) = next() {
                do throws(LibraryError) {
                    keep(try library.picture(source, cancellation), for: source)
                } catch {
                    // Stopped, or the app's own request reports the error.
                    continue
                }
            }
        }
    }

    /// Returns the next picture to load. Returns nil, and ends loading, when there is none or no room.
    private func next() -> (SourcePicture, Cancellation)? {
        state.withLock { state in
            state.loading = nil
            while let last = state.pending.last {
                if !state.wanted.contains(last) || state.held[last] != nil {
                    state.pending.removeLast()
                } else if state.heldBytes + last.size.byteCount > Self.maximumBytes {
                    break
                } else {
                    let next = (state.pending.removeLast(), Cancellation())
                    state.loading = next
                    return next
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
