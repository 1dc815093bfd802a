import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@Suite(.timeLimit(.minutes(2))) struct RenditionsTests {
    private let scratch: ScratchFolder
    private let originals: OriginalStore
    private let thumbnails: ThumbnailStore
    private let renditions: Renditions
    private let copies: FileCopies

    init() throws {
        scratch = try ScratchFolder()
        copies = try FileCopies()
        originals = try OriginalStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
        thumbnails = try ThumbnailStore(bundle: scratch.path, files: LentFiles(bundle: scratch.path))
        renditions = Renditions(originals: originals, thumbnails: thumbnails, workers: try MediaWorkers())
    }

    private func ingest(_ bytes: [UInt8]) throws -> ContentDigest {
        try originals.ingest(file(bytes), by: copies).digest
    }

    private func thumbnailPath(_ digest: ContentDigest) -> FilePath {
        scratch.file("derivatives/\(digest.hexadecimal.prefix(2))/\(digest.hexadecimal)-512.jpg")
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

    @Test func `a worker's thumbnail has 8 MiB at most`() throws {
        let digest = try #require(ContentDigest([UInt8](repeating: 7, count: 32)))
        func code(_ size: Int) throws -> LibraryError.Code? {
            let bytes = [UInt8](repeating: 0, count: size)
            let memory = try SealedMemory.make(bytes.span)
            do throws(LibraryError) {
                try thumbnails.store(memory, for: digest)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(8 << 20) == nil)
        #expect(try code((8 << 20) + 1) != nil)
        // The one that was there stays.
        #expect(try FileStatus(of: thumbnailPath(digest)).size == 8 << 20)
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
        try thumbnails.remove(digest)
        try thumbnails.remove(digest)
        #expect(try size(digest, fitting: 128).width == 128)
        #expect(try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 20) == whole)
    }

    @Test func `what a killed server was writing is removed, and no thumbnail with it`() throws {
        let digest = try ingest(SamplePhoto(size: PixelSize(width: 64, height: 40), seed: 8).encoded())
        _ = try renditions.examine(digest, from: .owner, for: .owner)
        try scratch.write([0xFF, 0xD8], to: "derivatives/incoming/1.jpg")
        #expect(try thumbnails.removeLeftovers() == 1)
        #expect(try thumbnails.removeLeftovers() == 0)
        #expect(try FileStatus(of: thumbnailPath(digest)).size > 0)
    }
}
