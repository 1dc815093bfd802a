import LibraryClient
import LibraryModel
import Synchronization

/// The objects that a fetch found: an immutable list of identifiers, whose objects are loaded on demand in batches.
///
/// Thread-safe. `count` and the identifier at each index never change. Properties are of the time when the object was
/// last loaded; loading blocks for a call to the library. Those of the first assets come with the fetch, and are of its
/// time. An object that was deleted before it was loaded, or cannot be loaded because the library is unreachable, has
/// its local identifier and empty properties.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex, the rest is constant.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, NSFastEnumeration, @unchecked Sendable {
    let identifiers: FetchedIdentifiers
    /// Nil in an app's own test double.
    let plan: FetchPlan?
    /// Runs the fetch again; nil in an app's own test double.
    let refetch: (@Sendable (LibraryClient) -> PHFetchResult<ObjectType>)?
    /// The most objects that `load` takes.
    private let longestStretch: Int
    private let load: @Sendable (FetchedIdentifiers, Range<Int>) -> LoadedObjects<ObjectType>
    /// The last state in which the fetch is known to find this list.
    private let knownState: Mutex<ChangeToken?>
    private let cache = Mutex(BatchCache())

    /// Creates an empty result, for subclasses of apps.
    public override init() {
        identifiers = FetchedIdentifiers([], kinds: .all(.asset))
        plan = nil
        refetch = nil
        longestStretch = AssetPage.maximumRows
        load = { _, _ in LoadedObjects([], isComplete: true) }
        knownState = Mutex(nil)
        super.init()
    }

    init(
        _ identifiers: FetchedIdentifiers,
        plan: FetchPlan?,
        longestStretch: Int = AssetPage.maximumRows,
        refetch: (@Sendable (LibraryClient) -> PHFetchResult<ObjectType>)?,
        load: @escaping @Sendable (FetchedIdentifiers, Range<Int>) -> LoadedObjects<ObjectType>
    ) {
        self.identifiers = identifiers
        self.plan = plan
        self.refetch = refetch
        self.longestStretch = longestStretch
        self.load = load
        knownState = Mutex(identifiers.state)
        super.init()
    }

    /// A state in which the fetch finds this list; nil when unknown.
    var state: ChangeToken? { knownState.withLock { $0 } }

    /// Records that the changes between two states do not affect the list.
    func isUnchanged(since known: ChangeToken?, upTo state: ChangeToken?) {
        knownState.withLock { if $0 == known { $0 = state } }
    }

    /// Returns a result of the same fetch with another list.
    func replacing(_ identifiers: FetchedIdentifiers) -> PHFetchResult<ObjectType> {
        PHFetchResult(identifiers, plan: plan, longestStretch: longestStretch, refetch: refetch, load: load)
    }

    /// The number of objects.
    open var count: Int { identifiers.count }

    /// The object at an index, which must be in `0..<count`.
    @discardableResult
    open func object(at index: Int) -> ObjectType {
        guard index >= 0, index < identifiers.count else {
            raise("index \(index) is beyond the \(identifiers.count) objects of a fetch result")
        }
        if let held = held(at: index) { return held }
        let stretch = cache.withLock { $0.stretchToLoad(for: index, of: identifiers.count) }
        let loaded = load(identifiers, stretch)
        keep(loaded, from: stretch.lowerBound)
        return loaded.objects(index - stretch.lowerBound..<index - stretch.lowerBound + 1)[0]
    }

    /// The object at an index, which must be in `0..<count`.
    open subscript(index: Int) -> ObjectType { object(at: index) }

    /// The first object; nil when empty.
    open var firstObject: ObjectType? { count > 0 ? object(at: 0) : nil }

    /// The last object; nil when empty.
    open var lastObject: ObjectType? { count > 0 ? object(at: count - 1) : nil }

    /// Whether the result has an object with the same local identifier.
    @discardableResult
    open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// The index of the object with the same local identifier, or `NSNotFound`.
    @discardableResult
    open func index(of anObject: ObjectType) -> Int {
        index(of: anObject, in: NSRange(location: 0, length: count))
    }

    /// The index, within a range, of the object with the same local identifier, or `NSNotFound`.
    @discardableResult
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        guard let sought = (anObject as? PHObject)?.resolvedIdentity, let range = Range(range) else {
            return NSNotFound
        }
        for index in range.clamped(to: 0..<identifiers.count)
        where identifiers[index] == sought.id && identifiers.kind(at: index) == sought.kind {
            return index
        }
        return NSNotFound
    }

    /// Returns the objects at indexes, which must be in `0..<count`.
    @discardableResult
    open func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map { object(at: $0) } }

    /// Calls `block` with each object and its index, on this thread, until it sets `stop`. Reads the next pages on
    /// other threads meanwhile.
    @safe
    open func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerateObjects(options: [], using: block)
    }

    /// Calls `block` with each object and its index, on this thread, until it sets `stop`. `reverse` iterates from the
    /// last to the first; `concurrent` has no effect.
    @safe
    open func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        unsafe withUnsafeMutablePointer(to: &stop) { stop in
            forEachObject(isReversed: opts.contains(.reverse)) { object, index in
                unsafe block(object, index, stop)
                return unsafe !stop.pointee.boolValue
            }
        }
    }

    /// Calls `block` with the objects at indexes, on this thread, until it sets `stop`.
    @safe
    open func enumerateObjects(
        at s: IndexSet,
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        unsafe withUnsafeMutablePointer(to: &stop) { stop in
            for index in opts.contains(.reverse) ? Array(s.reversed()) : Array(s) {
                unsafe block(object(at: index), index, stop)
                if unsafe stop.pointee.boolValue { return }
            }
        }
    }

    /// Counts the assets of a media type. Loads the properties of all objects.
    @discardableResult
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        var matching = 0
        forEachObject(isReversed: false) { object, _ in
            if let asset = object as? PHAsset, asset.mediaType == mediaType { matching += 1 }
            return true
        }
        return matching
    }

    /// Returns the result itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Iterates over the objects, which it loads in batches.
    open func makeEnumeration() -> AnyIterator<Any> {
        var index = 0
        return AnyIterator { [self] in
            guard index < count else { return nil }
            defer { index += 1 }
            return object(at: index)
        }
    }

    /// Calls `body` with the objects, in order.
    open func forEachEnumerated(_ body: (Any) -> Void) {
        if count == 0 { return }
        if identifiers.count == 0 {
            // A test double that overrides only `count` and `object(at:)`.
            for index in 0..<count { body(object(at: index)) }
            return
        }
        forEachObject(isReversed: false) { object, _ in
            body(object)
            return true
        }
    }
}

extension PHFetchResult {
    /// Iterates over the objects until `body` returns false.
    final func forEachObject(isReversed: Bool, _ body: (ObjectType, Int) -> Bool) {
        guard type(of: self) == PHFetchResult<ObjectType>.self else {
            return forEachObjectOfSubclass(isReversed: isReversed, body)
        }
        let all = identifiers.count
        // A result that fits in the cache is read through it, so that the next iteration needs no call.
        if all <= BatchCache.batchSize * BatchCache.maximumBatches {
            for position in 0..<all {
                let index = isReversed ? all - 1 - position : position
                guard body(object(at: index), index) else { return }
            }
            return
        }
        let stretches = stretches(isReversed: isReversed)
        let (identifiers, load) = (identifiers, load)
        let reader = PageReader(stretches) { load(identifiers, $0) }
        for stretch in stretches {
            guard let page = reader.next() else { return }
            // Few objects exist at a time.
            var parts = stride(from: 0, to: page.count, by: AssetPage.maximumRows).map { start in
                start..<min(start + AssetPage.maximumRows, page.count)
            }
            if isReversed { parts.reverse() }
            for part in parts {
                let objects = page.objects(part)
                for position in 0..<objects.count {
                    let offset = isReversed ? objects.count - 1 - position : position
                    let index = stretch.lowerBound + part.lowerBound + offset
                    guard body(objects[offset], index) else { return }
                }
            }
        }
    }

    /// The ranges to load for an iteration: short ones first, because it may stop early.
    private func stretches(isReversed: Bool) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        var (loaded, length) = (0, AssetPage.maximumRows)
        while loaded < identifiers.count {
            let end = min(loaded + length, identifiers.count)
            stretches.append(isReversed ? identifiers.count - end..<identifiers.count - loaded : loaded..<end)
            (loaded, length) = (end, min(length * 2, longestStretch))
        }
        return stretches
    }

    /// Test doubles can override any member; these defaults need only `count` and `object(at:)`.
    private func forEachObjectOfSubclass(isReversed: Bool, _ body: (ObjectType, Int) -> Bool) {
        let all = count
        for position in 0..<all {
            let index = isReversed ? all - 1 - position : position
            guard body(object(at: index), index) else { return }
        }
    }

    private func held(at index: Int) -> ObjectType? {
        // It has what `keep` was given.
        cache.withLock { HeldObject(object: $0.object(at: index)) }.object.map {
            unsafe unsafeDowncast($0, to: ObjectType.self)
        }
    }

    private func keep(_ loaded: LoadedObjects<ObjectType>, from start: Int) {
        guard loaded.isComplete else { return }
        cache.withLock { $0.keep(loaded.objects(0..<loaded.count), from: start) }
    }
}

/// An object taken from the cache.
//
// `@unchecked` for the reason that `LoadedObjects` gives.
private struct HeldObject: @unchecked Sendable {
    let object: AnyObject?
}
