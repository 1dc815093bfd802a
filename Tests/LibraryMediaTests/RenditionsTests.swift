import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@Suite(.timeLimit(.minutes(2))) struct RenditionsTests {
    private let scratch: ScratchFolder
    private let originals: OriginalStore
    private let store: RenditionStore
    private let renditions: Renditions
    private let copies: FileCopies

    init() throws {
        scratch = try ScratchFolder()
        copies = try FileCopies()
        originals = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
        store = try RenditionStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
        renditions = Renditions(originals: originals, store: store, workers: try MediaWorkers())
    }

    private func ingest(_ bytes: [UInt8]) throws -> ContentDigest {
        try originals.ingest(file(bytes), by: copies).digest
    }

    private func path(_ rendition: Rendition, _ digest: ContentDigest) -> FilePath {
        let name = "\(digest.hexadecimal)-\(rendition.box.width).jpg"
        return scratch.file("derivatives/\(digest.hexadecimal.prefix(2))/\(name)")
    }

    private func thumbnailPath(_ digest: ContentDigest) -> FilePath { path(.thumbnail, digest) }

    private func isThere(_ rendition: Rendition, _ digest: ContentDigest) throws -> Bool {
        try FileStatus.ifPresent(path(rendition, digest)) != nil
    }

    private func makeMissing(_ digest: ContentDigest, of size: PixelSize, mayStore: Bool = true) throws {
        try renditions.makeMissing(of: digest, size, from: .owner, for: .owner) { mayStore }
    }

    private func size(_ digest: ContentDigest, fitting side: Int) throws -> PixelSize {
        try renditions.pixels(of: digest, from: .owner, fitting: PixelSize(width: side, height: side), for: .owner).size
    }

    @Test func `examining an original stores its thumbnail`() throws {
        let photo = try SamplePhoto(size: PixelSize(width: 1024, height: 600), seed: 5, date: 0).encoded()
        let digest = try ingest(photo)
        #expect(try renditions.examine(digest, from: .owner, for: .owner) == (try metadata(of: photo)))
        let stored = try OwnedDescriptor(opening: thumbnailPath(digest)).readToEnd(limit: 1 << 20)
        #expect(try metadata(of: stored).pixelWidth == 512)
        #expect(try metadata(of: stored).pixelHeight == 300)
    }

    @Test func `a worker's rendition has 16 MiB at most`() throws {
        let digest = try #require(ContentDigest([UInt8](repeating: 7, count: 32)))
        func code(_ size: Int) throws -> LibraryError.Code? {
            let bytes = [UInt8](repeating: 0, count: size)
            let memory = try SealedMemory.make(bytes.span)
            do throws(LibraryError) {
                try store.store(memory, as: .thumbnail, of: digest)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(16 << 20) == nil)
        #expect(try code((16 << 20) + 1) != nil)
        // The one that was there stays.
        #expect(try FileStatus(of: thumbnailPath(digest)).size == 16 << 20)
    }

    @Test func `an original that cannot be read gets no thumbnail`() throws {
        let digest = try ingest(picture(Array("no photo at all".utf8)))
        let error = #expect(throws: LibraryError.self) { try renditions.examine(digest, from: .owner, for: .owner) }
        #expect(error?.code == .invalidResource)
        #expect(throws: SystemCallError.self) { try FileStatus(of: thumbnailPath(digest)) }
    }

    @Test func `a small picture comes from the thumbnail, a large one from the original`() throws {
        let digest = try ingest(SamplePhoto(size: PixelSize(width: 1024, height: 600), seed: 6).encoded())
        _ = try renditions.examine(digest, from: .owner, for: .owner)
        #expect(try size(digest, fitting: 600) == PixelSize(width: 600, height: 352))
        #expect(try size(digest, fitting: 4000) == PixelSize(width: 1024, height: 600))
        // Without the original there is still the thumbnail.
        try originals.remove(digest)
        #expect(try size(digest, fitting: 256) == PixelSize(width: 256, height: 150))
        let error = #expect(throws: LibraryError.self) { _ = try size(digest, fitting: 600) }
        #expect(error?.code == .missingResource)
    }

    @Test func `a thumbnail that is missing, cut short or garbled is made again`() throws {
        let digest = try ingest(SamplePhoto(size: PixelSize(width: 1024, height: 600), seed: 7).encoded())
        let path = thumbnailPath(digest)
        #expect(try size(digest, fitting: 128).width == 128)
        let whole = try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 20)
        for damaged in [
            [], Array(whole.prefix(2000)), [0xFF, 0xD8] + [UInt8](repeating: 0, count: 5000) + [0xFF, 0xD9],
        ] {
            try OwnedDescriptor(opening: path, [.writeOnly, .truncate]).write(damaged)
            #expect(try size(digest, fitting: 128).width == 128)
            #expect(try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 20) == whole)
        }
        try store.remove(digest)
        try store.remove(digest)
        #expect(try size(digest, fitting: 128).width == 128)
        #expect(try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 20) == whole)
    }

    @Test func `a preview is made of what is larger, and used as soon as it is there`() throws {
        let wide = PixelSize(width: 2_100, height: 20)
        let digest = try ingest(SamplePhoto(size: wide, seed: 9).encoded())
        try makeMissing(digest, of: wide, mayStore: false)
        for rendition in Rendition.allCases { #expect(!(try isThere(rendition, digest))) }
        try makeMissing(digest, of: wide)
        let preview = try OwnedDescriptor(opening: path(.preview, digest)).readToEnd(limit: 1 << 20)
        #expect(try metadata(of: preview).pixelWidth == 2_048)
        let narrow = PixelSize(width: 600, height: 20)
        let small = try ingest(SamplePhoto(size: narrow, seed: 9).encoded())
        try makeMissing(small, of: narrow)
        #expect(try isThere(.thumbnail, small))
        #expect(!(try isThere(.preview, small)))
        // Without the original there are still both.
        try originals.remove(digest)
        #expect(try size(digest, fitting: 512).width == 512)
        #expect(try size(digest, fitting: 2_000).width == 2_000)
        let error = #expect(throws: LibraryError.self) { _ = try size(digest, fitting: 2_100) }
        #expect(error?.code == .missingResource)
        func stored(_ side: Int) throws -> Int {
            let box = PixelSize(width: side, height: side)
            return try renditions.storedPixels(of: digest, from: .owner, fitting: box, for: .owner).size.width
        }
        #expect(try stored(100) == 100)
        #expect(try stored(1_000) == 1_000)
        #expect(try stored(4_000) == 2_048)
        try store.remove(.preview, of: digest)
        #expect(try stored(4_000) == 512)
        try store.remove(digest)
        #expect(throws: LibraryError.self) { try stored(100) }
    }

    @Test func `a damaged preview is skipped, and made again`() throws {
        let wide = PixelSize(width: 2_100, height: 20)
        let digest = try ingest(SamplePhoto(size: wide, seed: 9).encoded())
        try makeMissing(digest, of: wide)
        let preview = path(.preview, digest)
        let whole = try OwnedDescriptor(opening: preview).readToEnd(limit: 1 << 20)
        let garbled = [0xFF, 0xD8] + [UInt8](repeating: 0, count: 5000) + [0xFF, 0xD9]
        try OwnedDescriptor(opening: preview, [.writeOnly, .truncate]).write(garbled)
        #expect(try size(digest, fitting: 2_000).width == 2_000)
        try makeMissing(digest, of: wide)
        #expect(try OwnedDescriptor(opening: preview).readToEnd(limit: 1 << 20) == whole)
    }

    @Test func `an original that is deleted before it is rendered gets no rendition`() throws {
        let wide = PixelSize(width: 2_100, height: 20)
        let digest = try ingest(SamplePhoto(size: wide, seed: 8).encoded())
        let error = #expect(throws: LibraryError.self) {
            try renditions.makeMissing(of: digest, wide, from: .owner, for: .owner) { () throws(LibraryError) in
                try originals.remove(digest)
                return true
            }
        }
        #expect(error?.code == .missingResource)
        for rendition in Rendition.allCases { #expect(!(try isThere(rendition, digest))) }
    }

    @Test func `the size of all renditions is counted as they are added and deleted`() throws {
        func keep(_ bytes: Int, _ rendition: Rendition, _ first: UInt8) throws -> ContentDigest {
            let digest = try #require(ContentDigest([first] + [UInt8](repeating: 7, count: 31)))
            let content = [UInt8](repeating: 0, count: bytes)
            let memory = try SealedMemory.make(content.span)
            try store.store(memory, as: rendition, of: digest)
            return digest
        }
        let first = try keep(100, .thumbnail, 0)
        #expect(try store.usedBytes() == 100)
        _ = try keep(1_000, .preview, 0)
        _ = try keep(30, .thumbnail, 255)
        // Replaces the first.
        _ = try keep(70, .thumbnail, 0)
        #expect(try store.usedBytes() == 1_100)
        #expect(try store.remove(.preview, of: first) == 1_000)
        #expect(try store.remove(.preview, of: first) == 0)
        #expect(try store.usedBytes() == 100)
        // Another process counts the same.
        let other = try RenditionStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
        #expect(try other.usedBytes() == 100)
        try store.remove(first)
        #expect(try store.usedBytes() == 30)
    }

    @Test func `files that a killed server was writing are removed, and thumbnails stay`() throws {
        let digest = try ingest(SamplePhoto(size: PixelSize(width: 64, height: 40), seed: 8).encoded())
        _ = try renditions.examine(digest, from: .owner, for: .owner)
        try scratch.write([0xFF, 0xD8], to: "derivatives/incoming/1.jpg")
        #expect(try store.removeLeftovers() == 1)
        #expect(try store.removeLeftovers() == 0)
        #expect(try FileStatus(of: thumbnailPath(digest)).size > 0)
    }

    /// What `resizeMode` `exact` asks for: each side in proportion, to the nearest pixel.
    @Test(arguments: [(2_050, 107, 1_999, 104), (107, 2_050, 104, 2_001), (3_001, 177, 2_000, 118)])
    func `a picture from the stored preview has exactly the size that is in proportion to the original`(
        width: Int,
        height: Int,
        wantedWidth: Int,
        wantedHeight: Int
    ) throws {
        let whole = PixelSize(width: width, height: height)
        let wanted = PixelSize(width: wantedWidth, height: wantedHeight)
        let digest = try ingest(SamplePhoto(size: whole, seed: 9, date: 0).encoded())
        try makeMissing(digest, of: whole)
        let result = try renditions.storedPixels(of: digest, from: .owner, fitting: wanted, for: .owner)
        let (size, memory) = (result.size, try MappedMemory(sealed: result.memory))
        #expect(size == wanted)
        // The same picture as from the original.
        let original = try originals.open(digest).readToEnd(limit: 32 << 20)
        let decoded = try pixels(of: original, fitting: wanted)
        #expect(decoded.size == wanted)
        let bytes = memory.bytes
        #expect(bytes.count == decoded.rgba.count)
        let difference = zip(bytes, decoded.rgba).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference < bytes.count * 3)
    }
}
