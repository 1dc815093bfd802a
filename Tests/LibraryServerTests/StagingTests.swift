import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import SamplePhotos
import Testing

@testable import LibraryServer

@Suite(.timeLimit(.minutes(2))) struct StagingTests {
    private func photo(_ seed: UInt64) throws -> [UInt8] {
        try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: seed).encoded()
    }

    /// A photo, and as many zeros behind it as it takes to have a size; they take no room.
    private func photo(paddedTo size: Int64, in folder: ScratchFolder) throws -> OwnedDescriptor {
        let path = try folder.write(try photo(1), to: "padded")
        try OwnedDescriptor(opening: path, .writeOnly).setSize(size)
        return try OwnedDescriptor(opening: path)
    }

    private func refusal(of file: consuming OwnedDescriptor, by client: LibraryClient) -> LibraryError.Code? {
        do throws(LibraryError) {
            _ = try client.stage(file, filename: "x.jpg")
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `apps make JPEG files of pixels when they may hand files over`() throws {
        let served = try Served()
        let size = PixelSize(width: 4, height: 4)
        let image = try #require(PixelImage(size: size, rgba: [UInt8](repeating: 9, count: 64)))
        #expect(errorCode { try served.app.encodeJPEG(image, quality: 80) } == .accessDenied)
        try served.decide(.authorized)
        #expect(try served.app.encodeJPEG(image, quality: 80).prefix(2) == [0xFF, 0xD8])
    }

    @Test func `an app's file is refused by the size that it says it has, before anything of it is copied`() throws {
        let served = try Served()
        try served.decide(.authorized)
        for size in [8 << 40, StagingLimits.app.fileSize + 1, StagingLimits.app.pictureSize + 1] {
            let code = refusal(of: try photo(paddedTo: size, in: served.folder), by: served.app)
            #expect(code == .limitExceeded)
        }
        let incoming = served.folder.file("Test.photolibrary/incoming")
        var reader = try FolderReader(incoming)
        let leftover = try reader.next()
        #expect(leftover == nil)
    }

    @Test func `apps that may only add make and hand over files too`() throws {
        let served = try Served()
        try served.owner.setStatus(.authorized, ofApp: served.library.appIdentity, for: .addOnly)
        let image = try #require(
            PixelImage(size: PixelSize(width: 4, height: 4), rgba: [UInt8](repeating: 9, count: 64))
        )
        let jpeg = try served.app.encodeJPEG(image, quality: 80)
        let file = try SealedMemory.make(jpeg.span)
        let staged = try served.app.stage(file, filename: "made.jpg")
        let id = try served.app.mintIdentifiers(1)[0]
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try served.app.perform(.createAsset(AssetCreation(id: id, resources: [use])))
        #expect(try served.owner.seen == [id])
        try served.decide(.denied)
        try served.owner.setStatus(.denied, ofApp: served.library.appIdentity, for: .addOnly)
        #expect(errorCode { try served.app.encodeJPEG(image, quality: 80) } == .accessDenied)
    }

    @Test func `files, their bytes, and what a disk has free are counted, each to its last`() throws {
        let limits = StagingLimits.app
        let none = StagingLimits.Held()
        #expect(try limits.copyLimits(none, room: .max).size == limits.fileSize)
        let nearly = StagingLimits.Held(files: limits.files - 1, bytes: limits.stagedBytes - 10)
        #expect(try limits.copyLimits(nearly, room: .max).size == 10)
        #expect(try limits.copyLimits(nearly, room: 7).size == 7)
        #expect(limits.admits(10, nearly))
        #expect(!limits.admits(11, nearly))
        #expect(limits.refusal(of: 11, nearly, room: .max).code == .limitExceeded)
        #expect(limits.refusal(of: 10, nearly, room: 7).code == .notEnoughSpace)
        let manyFiles = StagingLimits.Held(files: limits.files, bytes: 0)
        #expect(!limits.admits(1, manyFiles))
        #expect(throws: LibraryError.self) { try limits.copyLimits(manyFiles, room: .max) }
        let manyBytes = StagingLimits.Held(files: 2, bytes: limits.stagedBytes)
        #expect(throws: LibraryError.self) { try limits.copyLimits(manyBytes, room: .max) }
        #expect(throws: LibraryError.self) { try limits.copyLimits(none, room: 0) }
        #expect(limits.refusal(of: 1, none, room: 0).code == .notEnoughSpace)
    }

    @Test func `a file is called by a name and nothing else`() throws {
        let served = try Served()
        let (first, second) = (try photo(1), try photo(2))
        let file = try SealedMemory.make(first.span)
        let staged = try served.owner.stage(file, filename: "../../a\u{1B}[2J.jpg")
        let ids = try served.owner.mintIdentifiers(2)
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try served.owner.perform(.createAsset(AssetCreation(id: ids[0], resources: [use])))
        let otherFile = try SealedMemory.make(second.span)
        let other = try served.owner.stage(otherFile, filename: "b.jpg")
        let named = StagedResourceUse(staged: other.id, kind: .photo, filename: "/etc/..")
        try served.owner.perform(.createAsset(AssetCreation(id: ids[1], resources: [named])))
        #expect(try served.owner.resources(of: ids[0]).map(\.filename) == ["a[2J.jpg"])
        #expect(try served.owner.resources(of: ids[1]).map(\.filename) == ["b.jpg"])
    }

    @Test func `bytes without a name are called by their type and the date when they were taken`() throws {
        let dated = MediaMetadata(kind: .image, contentType: "image/heic", pixelWidth: 1, pixelHeight: 1)
        var photo = dated
        // 2024-02-29 13:45:01 in a zone two hours ahead of UTC.
        photo.captureDate = CaptureDate(instant: 1_709_207_101_000_000, utcOffset: 7200, source: .exifOriginal)
        #expect(DefaultFilename(photo, now: 0).name == "IMG_20240229_134501.heic")
        #expect(DefaultFilename(dated, now: 0).name == "IMG_19700101_000000.heic")
        let movie = MediaMetadata(kind: .video, contentType: "video/quicktime", pixelWidth: 1, pixelHeight: 1)
        #expect(DefaultFilename(movie, now: 86_400_000_000).name == "VID_19700102_000000.mov")

        let served = try Served()
        let bytes = try self.photo(3)
        let file = try SealedMemory.make(bytes.span)
        let staged = try served.owner.stage(file, filename: "")
        let id = try served.owner.mintIdentifiers(1)[0]
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try served.owner.perform(.createAsset(AssetCreation(id: id, resources: [use])))
        let name = try #require(served.owner.resources(of: id).first?.filename)
        #expect(name.hasPrefix("IMG_") && name.hasSuffix(".jpg"))
    }

    @Test func `a new asset has what its side-car says`() throws {
        let served = try Served()
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
                xmp:Rating="4" exif:FNumber="28/10" exif:DateTimeOriginal="2024-05-01T14:34:56+02:00">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Zoë</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>Rome</rdf:li></rdf:Bag></dc:subject>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let bytes = try photo(4)
        let file = try SealedMemory.make(bytes.span)
        let staged = try served.owner.stage(file, filename: "a.jpg", sideCar: SideCar(Array(packet.utf8)))
        let id = try served.owner.mintIdentifiers(1)[0]
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try served.owner.perform(.createAsset(AssetCreation(id: id, resources: [use])))
        let details = try #require(try served.owner.details(of: [id]).first)
        #expect((details.title, details.keywords) == ("Zoë", ["Rome"]))
        #expect((details.settings.aperture, details.dateSource, details.utcOffset) == (2.8, .sideCar, 7_200))
    }

    @Test func `a side-car that is too long is refused`() throws {
        let served = try Served()
        let limit = try #require(SideCar([UInt8](repeating: 0, count: SideCar.maximumSize)))
        #expect(SideCar(limit.bytes + [0]) == nil)
        let bytes = try photo(5)
        let file = try SealedMemory.make(bytes.span)
        #expect(try served.owner.stage(file, filename: "a.jpg", sideCar: limit).metadata.pixelWidth > 0)
    }

    @Test func `some room stays, more of it free of apps than of the person`() {
        let expected: [UInt64: [UInt64]] = [
            12 << 20: [1_509_948, 125_829], 20 << 30: [1 << 30, 214_748_364],
            256 << 30: [13_743_895_345, 256 << 20], 4 << 40: [16 << 30, 256 << 20],
        ]
        for (total, bytes) in expected {
            #expect([StagingLimits.app, .person].map { $0.reserve.bytes(ofTotal: total) } == bytes)
        }
    }
}
