import Foundation
import LibraryModel
import LinuxSystem
import Synchronization
import Testing

@testable import Photos

@Suite struct PictureCacheTests {
    /// A source of 2,048 x 2,048 pixels: 16 MB each, of which four fit.
    private static let side = 2_048

    private func sources(_ count: Int) -> [SourcePicture] {
        (0..<count).map { number in
            SourcePicture(
                asset: ObjectID(high: 0, low: UInt64(number + 1)),
                edition: nil,
                size: PixelSize(width: Self.side, height: Self.side)
            )
        }
    }

    private static func picture(_ size: PixelSize) throws(LibraryError) -> PhotoImage {
        let bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
        guard let image = PhotoImage(width: size.width, height: size.height, rgba: bytes) else {
            throw LibraryError(.internal, "no picture")
        }
        return image
    }

    /// A cache, and what it loads, in order.
    private func cache() -> (PictureCache, AsyncStream<ObjectID>) {
        let (loads, loaded) = AsyncStream.makeStream(of: ObjectID.self)
        let pictures = TestPictures { source, _ throws(LibraryError) in
            defer { loaded.yield(source.asset) }
            return try Self.picture(source.size)
        }
        return (PictureCache(pictures), loads)
    }

    /// A cache whose library is away.
    private func emptyCache() -> PictureCache {
        PictureCache(TestPictures { _, _ throws(LibraryError) in throw LibraryError(.unavailable, "away") })
    }

    private func next(_ count: Int, of loads: AsyncStream<ObjectID>) async -> [ObjectID] {
        var ids: [ObjectID] = []
        for await id in loads {
            ids.append(id)
            if ids.count == count { break }
        }
        return ids
    }

    @Test func `holds no more than its limit, and goes on when something is stopped`() async throws {
        let (cache, loads) = cache()
        let wanted = sources(7)
        let fitting = PictureCache.maximumBytes / (Self.side * Self.side * 4)
        #expect(fitting == 4)
        cache.start(wanted)
        #expect(await next(4, of: loads) == wanted.prefix(4).map(\.asset))
        // The fifth comes only when there is room; its load shows that the fourth is held.
        cache.stop([wanted[0], wanted[1]])
        #expect(await next(2, of: loads) == wanted[4...5].map(\.asset))
        cache.stop([wanted[2]])
        #expect(await next(1, of: loads) == [wanted[6].asset])
        #expect(cache.held(wanted[0]) == nil)
        #expect(cache.held(wanted[4]) != nil)
        #expect(cache.heldBytes <= PictureCache.maximumBytes)
        cache.stopAll()
        #expect(cache.heldBytes == 0)
        #expect(cache.held(wanted[4]) == nil)
    }

    @Test func `keeps only what is wanted`() throws {
        let cache = emptyCache()
        let source = sources(1)[0]
        cache.keep(try Self.picture(source.size), for: source)
        #expect(cache.held(source) == nil)
        cache.start([source])
        cache.keep(try Self.picture(source.size), for: source)
        #expect(cache.held(source) != nil)
        cache.stop([source])
        #expect(cache.held(source) == nil)
        #expect(cache.heldBytes == 0)
    }

    @Test func `another edition of an asset is another picture`() throws {
        let cache = emptyCache()
        var source = sources(1)[0]
        cache.start([source])
        cache.keep(try Self.picture(source.size), for: source)
        source.edition = Date(timeIntervalSince1970: 1)
        #expect(cache.held(source) == nil)
    }

    @Test
    func `requests find the pictures of a window, whatever their options, and a window that moves stops its loads`()
        async throws
    {
        let (loads, loaded) = AsyncStream.makeStream(of: PixelSize.self)
        let cache = PictureCache(
            TestPictures { source, cancellation throws(LibraryError) in
                loaded.yield(source.size)
                // The second of the window is decoded until nobody wants it any more.
                if source.size.width == 300 {
                    TestPictures.wait(for: cancellation)
                    throw LibraryError(.cancelled, "stopped")
                }
                return try TestPictures.plain(source.size)
            }
        )
        let manager = PHCachingImageManager(cache)
        var row = AssetRow()
        row.flags = .exists
        (row.pixelWidth, row.pixelHeight) = (4_000, 3_000)
        let photos = (0..<3).map { _ in PHAsset(.random(), row: row) }
        let sizes = [CGSize(width: 200, height: 200), CGSize(width: 300, height: 300), CGSize(width: 400, height: 400)]
        var decoded = loads.makeAsyncIterator()
        for (photo, size) in zip(photos, sizes).prefix(2) {
            manager.startCachingImages(for: [photo], targetSize: size, contentMode: .aspectFit, options: nil)
            #expect(await decoded.next()?.width == Int(size.width))
        }
        // The window moves.
        manager.stopCachingImages(for: [photos[1]], targetSize: sizes[1], contentMode: .aspectFit, options: nil)
        manager.startCachingImages(for: [photos[2]], targetSize: sizes[2], contentMode: .aspectFit, options: nil)
        #expect(await decoded.next()?.width == 400)
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isSynchronous = true
        let width = Mutex<Int?>(nil)
        manager.requestImage(for: photos[0], targetSize: sizes[0], contentMode: .aspectFit, options: options) {
            image,
            _ in
            width.withLock { $0 = image?.width }
        }
        #expect(width.withLock { $0 } == 200)
        manager.stopCachingImagesForAllAssets()
        #expect(cache.heldBytes == 0)
        loaded.finish()
        // Nothing was decoded twice.
        #expect(await decoded.next() == nil)
    }

    @Test func `wants no more than its limit`() {
        let cache = emptyCache()
        let small = (0...PictureCache.maximumWanted).map { number in
            SourcePicture(
                asset: ObjectID(high: 1, low: UInt64(number)),
                edition: nil,
                size: PixelSize(width: 1, height: 1)
            )
        }
        cache.start(small)
        let pixel = PhotoImage(width: 1, height: 1, rgba: [1, 2, 3, 4])
        if let pixel { for source in small.suffix(2) { cache.keep(pixel, for: source) } }
        #expect(cache.held(small[PictureCache.maximumWanted - 1]) != nil)
        #expect(cache.held(small[PictureCache.maximumWanted]) == nil)
    }

    @Test func `a load that is under way ends when its picture is stopped, and the next one follows`() async throws {
        let (loads, loaded) = AsyncStream.makeStream(of: ObjectID.self)
        let wanted = sources(3)
        let cache = PictureCache(
            TestPictures { source, cancellation throws(LibraryError) in
                loaded.yield(source.asset)
                if source == wanted[2] { return try Self.picture(source.size) }
                TestPictures.wait(for: cancellation)
                throw LibraryError(.cancelled, "stopped")
            }
        )
        cache.start(wanted)
        #expect(await next(1, of: loads) == [wanted[0].asset])
        cache.stop([wanted[0]])
        #expect(await next(1, of: loads) == [wanted[1].asset])
        cache.stop([wanted[1]])
        #expect(await next(1, of: loads) == [wanted[2].asset])
        cache.stopAll()
    }

    @Test func `of a picture in another size the largest that is held is there at once`() throws {
        let cache = emptyCache()
        let source = sources(1)[0]
        var (small, larger) = (source, source)
        small.size = PixelSize(width: 16, height: 16)
        larger.size = PixelSize(width: 32, height: 32)
        cache.start([small, larger])
        for held in [small, larger] { cache.keep(try Self.picture(held.size), for: held) }
        #expect(try cache.quickPicture(source, Cancellation())?.width == 32)
        #expect(try cache.picture(small, Cancellation()).width == 16)
        var edited = source
        edited.edition = Date(timeIntervalSince1970: 1)
        // Not of the picture before an edit.
        #expect(try cache.quickPicture(edited, Cancellation()) == nil)
    }
}
