import LibraryClient
import LibraryModel
import Synchronization
import Testing

@testable import Photos

/// A library of assets whose width is their place, that takes down what is asked of it.
private final class FakeLibrary: Sendable {
    let asked = Mutex<[Range<Int>]>([])
    let isAway = Mutex(false)

    func result(_ count: Int, longestStretch: Int = AssetPage.maximumRows) -> PHFetchResult<PHAsset> {
        let ids = (0..<count).map { ObjectID(high: 7, low: UInt64($0)) }
        return PHFetchResult(
            FetchedIdentifiers(ids, kinds: .all(.asset)),
            plan: nil,
            longestStretch: longestStretch,
            refetch: nil
        ) { [self] ids, range in
            asked.withLock { $0.append(range) }
            let isAway = isAway.withLock { $0 }
            return LoadedObjects(
                range.map { index in
                    var row = AssetRow()
                    if !isAway {
                        row.flags = [.exists]
                        row.pixelWidth = UInt32(index)
                        row.mediaKind = index % 2 == 0 ? 1 : 2
                    }
                    return PHAsset(ids[index], row: row)
                },
                isComplete: !isAway
            )
        }
    }
}

@Suite struct PHFetchResultTests {
    private let library = FakeLibrary()

    @Test func `nothing is loaded before it is looked at`() {
        let result = library.result(1_000_000)
        #expect(result.count == 1_000_000)
        #expect(library.asked.withLock { $0 } == [])
        #expect(result.firstObject?.pixelWidth == 0)
        #expect(result.lastObject?.pixelWidth == 999_999)
        #expect(library.asked.withLock { $0.map(\.count).max() ?? 0 } <= 128)
    }

    @Test func `going from start to end loads few stretches, each once`() {
        let result = library.result(5_000)
        for index in 0..<5_000 { #expect(result[index].pixelWidth == index) }
        let asked = library.asked.withLock { $0 }
        #expect(asked.map(\.count).reduce(0, +) == 5_000)
        #expect(asked.count < 12)
        #expect(asked.allSatisfy { $0.count <= AssetPage.maximumRows })
    }

    @Test(arguments: [false, true]) func `an iteration loads longer and longer stretches, each object once, in order`(
        _ isReversed: Bool
    ) {
        let library = FakeLibrary()
        let result = library.result(20_000, longestStretch: 4_096)
        var seen: [Int] = []
        result.enumerateObjects(options: isReversed ? .reverse : []) { asset, index, _ in
            if asset.pixelWidth == index { seen.append(index) }
        }
        #expect(seen == (isReversed ? (0..<20_000).reversed() : Array(0..<20_000)))
        let asked = library.asked.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
        #expect(asked.map(\.count).reduce(0, +) == 20_000)
        let lengths = isReversed ? asked.reversed().map(\.count) : asked.map(\.count)
        #expect(lengths == [768, 1_536, 3_072, 4_096, 4_096, 4_096, 2_336])
    }

    @Test func `looking here and there loads a batch each`() {
        let result = library.result(100_000)
        for index in [50_000, 9_000, 77_777] { #expect(result.object(at: index).pixelWidth == index) }
        #expect(library.asked.withLock { $0.map(\.count) } == [64, 64, 64])
        #expect(result[50_001].pixelWidth == 50_001)
        #expect(library.asked.withLock { $0.count } == 3)
    }

    @Test func `what is held is bounded, and the same object while it is`() {
        var cache = BatchCache()
        let most = BatchCache.maximumBatches * BatchCache.batchSize
        let first = NSObject()
        cache.keep([first], from: 0)
        for start in stride(from: 64, to: most * 4, by: 64) {
            #expect(cache.object(at: 0) === first)
            cache.keep((0..<64).map { _ in NSObject() }, from: start)
            #expect(cache.heldCount <= most)
        }
        #expect(cache.object(at: 64) == nil)
        #expect(cache.object(at: most * 4 - 1) != nil)
    }

    @Test(arguments: [0, 1, 767, 768, 769, 6_144, 6_145, 20_000]) func `enumerates everything in order`(_ count: Int) {
        let result = library.result(count)
        var next = 0
        result.enumerateObjects { asset, index, _ in
            #expect(asset.pixelWidth == index && index == next)
            next += 1
        }
        #expect(next == count)
        result.enumerateObjects(options: .reverse) { asset, index, _ in
            next -= 1
            #expect(asset.pixelWidth == index && index == next)
        }
        #expect(next == 0)
    }

    @Test func `an iterator of Apple's Foundation goes through a result in batches, and through any list`() {
        var iterator = NSFastEnumerationIterator(library.result(10_000))
        #expect(library.asked.withLock { $0 } == [])
        #expect((0..<3).map { _ in (iterator.next() as? PHAsset)?.pixelWidth } == [0, 1, 2])
        #expect(library.asked.withLock { $0.count } == 1)
        var few = NSFastEnumerationIterator(library.result(2))
        #expect((0..<3).map { _ in (few.next() as? PHAsset)?.pixelWidth } == [0, 1, nil])
        for list: any NSFastEnumeration in [["a", "b"] as NSArray, ["a", "b"]] {
            var texts = NSFastEnumerationIterator(list)
            #expect((0..<3).map { _ in texts.next() as? String } == ["a", "b", nil])
        }
    }

    @Test(arguments: [10, 10_000]) func `stops when told`(_ count: Int) {
        var seen = 0
        library.result(count).enumerateObjects { _, index, stop in
            seen += 1
            if index == 4 { unsafe stop.pointee = true }
        }
        #expect(seen == 5)
        seen = 0
        library.result(count).enumerateObjects(at: [1, 3, 5]) { _, index, stop in
            seen += index
            if index == 3 { unsafe stop.pointee = true }
        }
        #expect(seen == 4)
    }

    @Test func `finds objects by identifier, also placeholders and doubles`() {
        let result = library.result(2_000)
        #expect(result.index(of: result[1_234]) == 1_234)
        #expect(result.index(of: result[1_234], in: NSRange(location: 0, length: 1_000)) == NSNotFound)
        #expect(!result.contains(PHAsset(ObjectID(high: 8, low: 0), row: AssetRow())))
        #expect(result.objects(at: [0, 5, 1_999]).map(\.pixelWidth) == [0, 5, 1_999])
        #expect(result.countOfAssets(with: .video) == 1_000)
    }

    @Test func `a library that is away leaves identifiers, and nothing of it is kept`() {
        let result = library.result(10)
        library.isAway.withLock { $0 = true }
        #expect(result[3].localIdentifier == "00000000-0000-0007-0000-000000000003/L0/001")
        #expect(result[3].creationDate == nil)
        #expect(result[3].pixelWidth == 0)
        library.isAway.withLock { $0 = false }
        #expect(result[3].pixelWidth == 3)
    }

    @Test func `many threads may look at once`() async {
        let result = library.result(30_000)
        await withTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    (0..<3_000).reduce(0) { sum, step in
                        let index = (step * 37 + worker * 1_111) % 30_000
                        return sum + (result[index].pixelWidth == index ? 0 : 1)
                    }
                }
            }
            for await wrong in group { #expect(wrong == 0) }
        }
    }

    @Test func `an app's own double is enough with count and object`() {
        final class Double: PHFetchResult<PHAsset>, @unchecked Sendable {
            override var count: Int { 2 }
            override func object(at index: Int) -> PHAsset { PHAsset() }
        }
        let double = Double()
        var seen: [Int] = []
        double.enumerateObjects { _, index, _ in seen.append(index) }
        #expect(seen == [0, 1])
        #expect(double.firstObject != nil)
        #expect(PHFetchResult<PHAsset>().firstObject == nil)
    }

    @Test func `an index beyond the end stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = FakeLibrary().result(3)[3] }
    }
}
