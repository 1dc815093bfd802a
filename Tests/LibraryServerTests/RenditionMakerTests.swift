import LibraryClient
import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@testable import LibraryServer

@Suite(.timeLimit(.minutes(2))) struct RenditionMakerTests {
    private static let wide = PixelSize(width: 2_200, height: 8)

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Waits for what is told to nobody, a minute at most.
    private func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        let pause = Parker()
        while MonotonicClock.now() < deadline {
            if try isSo() { return true }
            pause.park(until: MonotonicClock.deadline(after: 2_000_000))
        }
        return try isSo()
    }

    private func add(_ seed: UInt64 = 1, to library: InProcessLibrary) throws -> ObjectID {
        let photo = try SamplePhoto(size: Self.wide, seed: seed).encoded()
        let staged = try library.owner.stage(SealedMemory.make(photo.span), filename: "wide.jpg")
        let id = try library.owner.mintIdentifiers(1)[0]
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try library.owner.perform(.createAsset(AssetCreation(id: id, resources: [use])))
        return id
    }

    /// The thumbnail and the preview.
    private func renditions(of asset: ObjectID, in library: InProcessLibrary) throws -> [FilePath] {
        let digest = try #require(try library.owner.resources(of: asset).first).digest
        let name = try #require(ContentDigest(digest)).hexadecimal
        return Rendition.allCases.map {
            folder.file("Test.photolibrary/derivatives/\(name.prefix(2))/\(name)-\($0.box.width).jpg")
        }
    }

    private func isThere(_ file: FilePath) throws -> Bool { try FileStatus.ifPresent(file) != nil }

    @Test func `a new photo gets its preview, and a missing one is made again when somebody looks`() throws {
        let library = try InProcessLibrary(in: folder)
        let photo = try add(to: library)
        let preview = try renditions(of: photo, in: library)[1]
        #expect(try eventually { try isThere(preview) })
        try FileNames.remove(preview)
        let box = PixelSize(width: 1_000, height: 1_000)
        #expect(try library.owner.thumbnail(of: photo, fitting: box).size.width == 1_000)
        #expect(try eventually { try isThere(preview) })
        #expect(try library.owner.thumbnail(of: photo, fitting: box, isStored: true).size.width == 1_000)
        try library.stop()
    }

    /// Adds a photo, waits for its preview, and stops the library: its lock goes with the last reference.
    private func renditionsOfStoppedLibrary() throws -> [FilePath] {
        let library = try InProcessLibrary(in: folder)
        let files = try renditions(of: try add(to: library), in: library)
        #expect(try eventually { try isThere(files[1]) })
        try library.stop()
        return files
    }

    @Test func `what a library lacks is made when its server starts`() throws {
        let files = try renditionsOfStoppedLibrary()
        for file in files { try FileNames.remove(file) }
        let second = try InProcessLibrary(in: folder)
        #expect(try eventually { try files.allSatisfy(isThere) })
        try second.stop()
    }

    @Test func `renditions are made by a process of their own, which lets all others go first`() throws {
        let library = try InProcessLibrary(in: folder)
        let served = library.service.library
        let maker = try #require(served.renditionMaker)
        let preview = try renditions(of: try add(to: library), in: library)[1]
        #expect(try eventually { try isThere(preview) })
        let process = try #require(maker.processIdentifiers.first)
        #expect(maker.processIdentifiers.count == 1 && !served.media.processIdentifiers.contains(process))
        let statistics = try OwnedDescriptor(opening: FilePath("/proc/\(process)/stat")).readToEnd(limit: 4_096)
        // The nice value is the 17th field behind the name.
        let fields = String(decoding: statistics, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
        #expect(fields?[16] == "19")
        try library.stop()
    }

    @Test func `previews, and no thumbnails, are deleted when the disk is nearly full, and none is stored`() throws {
        let library = try InProcessLibrary(in: folder)
        let maker = try #require(library.service.library.renditionMaker)
        let photos = try (1...3).map { try add($0, to: library) }
        let files = try photos.map { try renditions(of: $0, in: library) }
        #expect(try eventually { try files.allSatisfy { try isThere($0[1]) } })
        let before = try library.owner.statistics().renditionBytes
        let sizes = try files.map { try FileStatus(of: $0[1]).size }
        #expect(before > sizes.reduce(0, +))
        let roomy = FileSystemSpace(freeBytes: 100 << 30, totalBytes: 1_000 << 30)
        try maker.evictPreviews { () throws(LibraryError) in roomy }
        #expect(try library.owner.statistics().renditionBytes == before)
        let full = FileSystemSpace(freeBytes: 1 << 30, totalBytes: 1_000 << 30)
        try maker.evictPreviews { () throws(LibraryError) in full }
        #expect(try files.allSatisfy { try isThere($0[0]) && !isThere($0[1]) })
        #expect(try library.owner.statistics().renditionBytes == before - sizes.reduce(0, +))
        try library.stop()
    }

    @Test func `what came last is made first, and then what the library had before, the latest first`() {
        let photos = (0..<6).map { _ in ObjectID.random() }
        var queue = RenditionQueue()
        queue.addEarlier([photos[0], photos[1]])
        queue.add([photos[2], photos[3]])
        queue.add([photos[4], photos[2]])
        #expect(queue.count == 3)
        let order = (0..<6).map { _ in queue.next() }
        #expect(order == [photos[2], photos[4], photos[3], photos[0], photos[1], nil])
        queue.add([photos[5]])
        queue.add((0..<RenditionQueue.maximumWaiting).map { _ in ObjectID.random() })
        #expect(queue.count == RenditionQueue.maximumWaiting)
        var waiting: Set<ObjectID> = []
        while let next = queue.next() { waiting.insert(next) }
        #expect(waiting.count == RenditionQueue.maximumWaiting && !waiting.contains(photos[5]))
    }
}
