import LibraryModel
import Synchronization

/// Pictures that an app said it will ask for.
///
/// Invariants:
/// 1. Only wanted pictures are held: those started and not stopped since. A picture that arrives after it was stopped
///    is dropped.
/// 2. Never more than `maximumBytes` of pixels are held, nor more than `maximumWanted` pictures wanted: what comes
///    later is left out until something is stopped.
/// 3. At most one picture is being loaded in the background, and loading pauses while there is no room.
///
/// All state is values behind one Mutex.
final class PictureCache: Sendable {
    private struct State {
        var wanted: Set<SourcePicture> = []
        /// Wanted and not loaded yet, the next one last. May name pictures that were stopped meanwhile.
        var pending: [SourcePicture] = []
        var held: [SourcePicture: PhotoImage] = [:]
        var heldBytes = 0
        var isLoading = false
        var allowsHighQuality = true

        mutating func forget(_ source: SourcePicture) {
            wanted.remove(source)
            if let picture = held.removeValue(forKey: source) { heldBytes -= picture.byteCount }
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
            // In the order given, before what was started earlier: that is what the app shows next.
            state.pending.append(contentsOf: added.reversed())
            return Self.begins(&state)
        }
        if mustLoad { loadInBackground() }
    }

    func stop(_ sources: [SourcePicture]) {
        let mustLoad = state.withLock { state -> Bool in
            for source in sources { state.forget(source) }
            state.pending.removeAll { !state.wanted.contains($0) }
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

    /// Holds a picture if it is wanted and there is room.
    func keep(_ picture: PhotoImage, for source: SourcePicture) {
        state.withLock { state in
            guard state.wanted.contains(source), state.held[source] == nil,
                state.heldBytes + picture.byteCount <= Self.maximumBytes
            else { return }
            state.held[source] = picture
            state.heldBytes += picture.byteCount
        }
    }

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
                    // The request itself will tell the app why.
                    continue
                }
            }
        }
    }

    /// The next picture to load; nil ends loading, because there is none or no room.
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
