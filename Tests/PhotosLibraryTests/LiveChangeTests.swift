import LibraryModel
import LibraryTestSupport
import Photos
import Synchronization
import Testing

/// Keeps what it is told.
private final class Observer: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let changes = Mutex<[PHChange]>([])
    private let told = DispatchSemaphore(value: 0)
    /// Waited for within each call.
    private let gate: DispatchSemaphore?

    init(gate: DispatchSemaphore? = nil) {
        self.gate = gate
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        changes.withLock { $0.append(changeInstance) }
        told.signal()
        gate?.wait()
    }

    func end() { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    /// The next change; nil when none comes.
    func next() -> PHChange? {
        guard told.wait(timeout: .now() + 30) == .success else { return nil }
        return changes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// A fetch whose result is kept up to date from change details alone.
private struct Followed {
    let name: String
    let fetch: () throws -> PHFetchResult<PHAsset>
    var result: PHFetchResult<PHAsset>

    init(_ name: String, _ fetch: @escaping () throws -> PHFetchResult<PHAsset>) throws {
        self.name = name
        self.fetch = fetch
        result = try fetch()
    }

    /// Applies the details and compares with a new fetch. `touched` is the asset that changed.
    mutating func follow(_ change: PHChange, _ touched: Set<String>, _ note: String) throws {
        let fresh = try fetch().identifiers
        let before = result.identifiers
        guard let details = change.changeDetails(for: result) else {
            #expect(before == fresh, "\(name): \(note)")
            #expect(touched.isDisjoint(with: fresh), "\(name) does not tell of a change: \(note)")
            return
        }
        result = details.fetchResultAfterChanges
        #expect(details.fetchResultBeforeChanges.identifiers == before)
        #expect(result.identifiers == fresh, "\(name): \(note)")
        #expect(details.hasIncrementalChanges)
        var moves: [(from: Int, to: Int)] = []
        details.enumerateMoves { moves.append(($0, $1)) }
        let applied = before.applying(
            removed: details.removedIndexes ?? [],
            inserted: details.insertedIndexes ?? [],
            moves: moves,
            knowing: fresh
        )
        #expect(applied == fresh, "\(name): \(note)")
        let changed = touched.intersection(before).intersection(fresh)
        #expect(Set((details.changedIndexes ?? []).map { fresh[$0] }) == changed, "\(name): \(note)")
        #expect(details.changedObjects.allSatisfy { changed.contains($0.localIdentifier) })
    }
}

extension PhotosLibraryTests {
    @Suite struct LiveChangeTests {
        @Test(arguments: Transport.allCases)
        func `fetch results that follow change details show what a new fetch shows`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            var photos = try library.add(10)
            let album = try library.addAlbum("Album", Array(photos.prefix(5)))
            let newestFirst = [NSSortDescriptor(key: "creationDate", ascending: false)]
            var followed = [
                try Followed("all") { PHAsset.fetchAssets(with: options()) },
                try Followed("hidden too, newest first") {
                    PHAsset.fetchAssets(with: options(sort: newestFirst, hidden: true))
                },
                try Followed("favorites") {
                    PHAsset.fetchAssets(with: options(NSPredicate(format: "isFavorite == YES"), sort: newestFirst))
                },
                try Followed("newest three") { PHAsset.fetchAssets(with: options(sort: newestFirst, limit: 3)) },
                try Followed("album") { PHAsset.fetchAssets(in: try collection(album), options: nil) },
            ]
            let observer = Observer()
            defer { observer.end() }
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            for step in 0..<60 {
                let one = try #require(photos.randomElement(using: &generator))
                let shown = try asset(one)
                var touched: Set<String> = [one]
                var update = AssetUpdate()
                let action = Int.random(in: 0..<8, using: &generator)
                switch action {
                case 0:
                    touched = Set(try library.add([.small(UInt64(100 + step))]))
                    photos += touched
                case 1 where photos.count > 4:
                    try library.change(.deleteAssets([try one.id()]))
                    photos.removeAll { $0 == one }
                case 2:
                    let shownToo = options(hidden: true)
                    let present = PHAsset.fetchAssets(in: try collection(album), options: shownToo).identifiers
                    let member = [LocalIdentifier(.asset, try one.id())]
                    if present.contains(one) {
                        try library.change(.removeMembers(.album(try album.id()), member))
                    } else {
                        try library.change(.insertMembers(.album(try album.id()), member, at: nil))
                    }
                    touched = []
                case 3, 4:
                    update.creationDate = .set(Int64(step) * 86_400_000_000 * Int64(action == 3 ? 1 : 1_000))
                    try library.change(.updateAsset(try one.id(), update))
                case 5:
                    update.isHidden = !shown.isHidden
                    try library.change(.updateAsset(try one.id(), update))
                default:
                    update.isFavorite = !shown.isFavorite
                    try library.change(.updateAsset(try one.id(), update))
                }
                let note = "seed \(seed), step \(step), action \(action)"
                let change = try #require(observer.next(), "no change is told: \(note)")
                for index in followed.indices { try followed[index].follow(change, touched, note) }
            }
        }

        @Test(arguments: Transport.allCases)
        func `an app with limited access is told when its selection changes`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, .limited)
            let photos = try library.add(4)
            try library.select([photos[0], photos[3]])
            let first = PHAsset.fetchAssets(with: nil)
            let observer = Observer()
            defer { observer.end() }
            try library.select([photos[1]])
            let entered = try #require(observer.next()?.changeDetails(for: first))
            #expect(entered.insertedIndexes == [1] && entered.removedIndexes == [])
            #expect(entered.fetchResultAfterChanges.identifiers == [photos[0], photos[1], photos[3]])
            try library.deselect([photos[0]])
            let left = try #require(observer.next()?.changeDetails(for: entered.fetchResultAfterChanges))
            #expect(left.insertedIndexes == [] && left.removedIndexes == [0])
            // What it may see is another thing altogether: everything is compared.
            try library.decide(.authorized)
            let all = try #require(observer.next()?.changeDetails(for: left.fetchResultAfterChanges))
            #expect(!all.hasIncrementalChanges && all.insertedIndexes == nil)
            #expect(all.fetchResultAfterChanges.identifiers == photos)
        }

        @Test func `objects tell what became of them, and results without incremental details that they changed`()
            throws
        {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(3)
            let (one, other) = (try asset(photos[0]), try asset(photos[1]))
            let plain = options()
            plain.wantsIncrementalChangeDetails = false
            let result = PHAsset.fetchAssets(with: plain)
            let observer = Observer()
            defer { observer.end() }
            var update = AssetUpdate()
            update.isFavorite = true
            try library.change(.updateAsset(try photos[0].id(), update))
            let favorite = try #require(observer.next())
            let details = try #require(favorite.changeDetails(for: one))
            #expect(details.objectBeforeChanges === one && details.objectAfterChanges?.isFavorite == true)
            #expect(!details.assetContentChanged && !details.objectWasDeleted)
            #expect(favorite.changeDetails(for: other) == nil)
            let changed = try #require(favorite.changeDetails(for: result))
            #expect(!changed.hasIncrementalChanges && changed.changedIndexes == nil && !changed.hasMoves)
            try library.change(.deleteAssets([try photos[1].id()]))
            let deletion = try #require(observer.next())
            #expect(deletion.changeDetails(for: other)?.objectWasDeleted == true)
            #expect(deletion.changeDetails(for: one) == nil)
            #expect(deletion.changeDetails(for: result)?.fetchResultAfterChanges.count == 2)
        }

        @Test func `a slow observer is told once of all that happened meanwhile`() throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(2)
            let gate = DispatchSemaphore(value: 0)
            let observer = Observer(gate: gate)
            defer { observer.end() }
            let result = PHAsset.fetchAssets(with: nil)
            var update = AssetUpdate()
            update.rating = 1
            try library.change(.updateAsset(try photos[0].id(), update))
            #expect(observer.next() != nil)
            // The observer is within its call and stays there.
            var added: [String] = []
            for seed in 0..<20 as Range<UInt64> { added += try library.add([.small(200 + seed)]) }
            try library.change(.deleteAssets([try photos[0].id()]))
            for _ in 0..<30 { gate.signal() }
            var after = result
            var calls = 0
            while after.identifiers != [photos[1]] + added {
                let change = try #require(observer.next())
                calls += 1
                if let details = change.changeDetails(for: after) { after = details.fetchResultAfterChanges }
            }
            #expect(calls <= 3)
        }

        @Test func `an app that stores its token and registers then misses nothing`() throws {
            let library = try TestLibrary(.inProcess)
            try library.add(1)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let early = try library.add([.small(50)])
            let observer = Observer()
            defer { observer.end() }
            let late = try library.add([.small(51)])
            #expect(try Told.assets(since: token) == [Told(inserted: Set(early)), Told(inserted: Set(late))])
            let result = PHFetchResult<PHAsset>()
            #expect(try #require(observer.next()).changeDetails(for: result) == nil)
        }

        @Test(arguments: Transport.allCases)
        func `a sequence of changes goes from what was to what comes, over a restart of the library`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport)
            try library.add(1)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let before = try library.add([.small(60)]) + library.add([.small(61)])
            var changes = PHPhotoLibrary.shared().changes(since: token).makeAsyncIterator()
            func next() async throws -> Set<String> {
                let change = try #require(try await changes.next())
                let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
                return details.insertedLocalIdentifiers
            }
            #expect(try await next() == [before[0]])
            #expect(try await next() == [before[1]])
            let live = try library.add([.small(62)])
            #expect(try await next() == Set(live))
            guard transport == .socket else { return }
            try library.restart()
            let later = try library.add([.small(63)])
            #expect(try await next() == Set(later))
        }

        @Test func `a sequence of changes ends with its task, and says when its token is no good`() async throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(1)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let task = Task {
                var count = 0
                for try await _ in PHPhotoLibrary.shared().changes(since: token) { count += 1 }
                return count
            }
            task.cancel()
            #expect(try await task.value == 0)
            // Cancelled while it waits: the first change tells that it got there.
            let (told, teller) = AsyncStream.makeStream(of: Void.self)
            let waiting = Task {
                for try await _ in PHPhotoLibrary.shared().changes(since: token) { teller.yield() }
            }
            try library.change(.deleteAssets([try photos[0].id()]))
            for await _ in told { break }
            waiting.cancel()
            try await waiting.value
            try library.decide(.limited)
            await #expect(throws: PHPhotosError.self) {
                for try await _ in PHPhotoLibrary.shared().changes(since: token) {}
            }
        }
    }
}
