import CloudSync
import LibraryModel
import Testing

@testable import LibraryStore

/// Files that several devices add to one asset while apart.
@Suite struct MergedFilesTests {
    private let machine: SyncedMachine
    private let photo = NewAsset(filename: "IMG_1.JPG")
    private let raw: NewAsset
    private let movie: NewAsset
    private let asset: ObjectID

    init() throws {
        machine = try SyncedMachine()
        var (raw, movie) = (NewAsset(filename: "IMG_1.DNG"), NewAsset(kind: .video, filename: "IMG_1.MOV"))
        raw.contentType = "image/x-adobe-dng"
        movie.stillTime = 1.5
        (self.raw, self.movie) = (raw, movie)
        asset = try machine.person.addOne(photo)
        _ = try machine.changes()
    }

    private func complete(_ id: ObjectID, _ file: NewAsset, _ kind: ResourceKind) throws {
        let name = ObjectID.random()
        _ = try machine.person.perform(
            ChangeBlock(operations: [.completeAsset(id, [StagedResourceUse(staged: name, kind: kind)])]),
            files: [name: file.staged]
        )
    }

    private func edit(_ id: ObjectID) throws {
        let name = ObjectID.random()
        let recipe = Adjustment(rendered: name, formatIdentifier: "f", formatVersion: "1", data: [1])
        _ = try machine.person.perform(
            ChangeBlock(operations: [.setAdjustment(id, recipe)]),
            files: [name: NewAsset(filename: "Edited.JPG", size: (300, 200)).staged]
        )
    }

    /// The asset has these files on another device.
    private func arrive(_ files: [(NewAsset, ResourceKind)], at id: ObjectID) throws {
        let entries = try files.map(entry)
        let list = ResourceList(entries.sorted { $0.kind < $1.kind })
        try apply(.originals, list.bytes, files.map(\.0), to: try machine.record(of: id))
    }

    private func entry(_ file: NewAsset, _ kind: ResourceKind) throws -> ResourceList.Entry {
        ResourceList.Entry(
            kind: UInt16(kind.rawValue),
            filename: file.filename,
            contentType: file.staged.metadata.contentType,
            size: 1_000,
            content: try #require(ContentDigest(bytes: file.staged.sha256))
        )
    }

    private func apply(_ field: FieldNumber, _ value: [UInt8]?, _ files: [NewAsset], to record: ObjectID) throws {
        _ = try machine.changes()
        var change = SyncedChange(record: record, kind: RecordKind.asset.rawValue)
        change.fields = [.init(field.rawValue, value, contents: files.map(\.staged.sha256))]
        let outcome = try machine.apply([change])
        #expect(outcome != .moved)
    }

    private func take(_ files: NewAsset...) throws {
        for file in files { try machine.take(file.staged) }
        try machine.showArrivals()
    }

    private func shown(_ id: ObjectID) throws -> [ResourceKind: String] {
        Dictionary(uniqueKeysWithValues: try machine.person.resources(of: id).map { ($0.info.kind, $0.info.filename) })
    }

    @Test func `a file that another device added joins those that were added here`() throws {
        try complete(asset, raw, .alternatePhoto)
        try arrive([(photo, .photo), (raw, .alternatePhoto), (movie, .pairedVideo)], at: asset)
        try take(movie)
        #expect(try shown(asset) == [.photo: "IMG_1.JPG", .alternatePhoto: "IMG_1.DNG", .pairedVideo: "IMG_1.MOV"])
        #expect(try machine.person.assets([asset]).mediaSubtypes == [MediaSubtypes.photoLive.rawValue])
        #expect(try machine.changes() == [])
    }

    @Test func `a photo that another device added to a RAW file makes way beside a movie that was added here`() throws {
        let id = try machine.person.addOne(raw)
        try complete(id, movie, .pairedVideo)
        try arrive([(photo, .photo), (raw, .alternatePhoto), (movie, .pairedVideo)], at: id)
        try take(photo)
        #expect(try shown(id) == [.photo: "IMG_1.JPG", .alternatePhoto: "IMG_1.DNG", .pairedVideo: "IMG_1.MOV"])
    }

    @Test func `a file comes to an asset that was edited here, which keeps its edit and its size`() throws {
        let id = try machine.person.addOne(raw)
        try edit(id)
        try arrive([(photo, .photo), (raw, .alternatePhoto)], at: id)
        try take(photo)
        #expect(try shown(id)[.alternatePhoto] == "IMG_1.DNG")
        #expect(try shown(id)[.fullSizePhoto] == "Edited.JPG")
        #expect(try machine.person.assets([id]).pixelWidth == [300])
        try machine.person.change(.revertAdjustment(id))
        #expect(try machine.person.assets([id]).pixelWidth == [4_000])
    }

    @Test func `of two files of one kind the chosen one is shown, and the other one stays until the asset is erased`()
        throws
    {
        let other = NewAsset(filename: "OTHER.DNG")
        try complete(asset, raw, .alternatePhoto)
        try arrive([(photo, .photo), (other, .alternatePhoto)], at: asset)
        try take(other)
        #expect(try shown(asset) == [.photo: "IMG_1.JPG", .alternatePhoto: "OTHER.DNG"])
        // It may not be in the bucket yet.
        #expect(try machine.store.path(ofContent: raw.staged.sha256) == raw.staged.relativePath)
        #expect(try collectGarbage() == [])
        // And back.
        try arrive([(photo, .photo), (raw, .alternatePhoto)], at: asset)
        try take(raw)
        #expect(try shown(asset)[.alternatePhoto] == "IMG_1.DNG")
        try machine.person.change(.deleteAssets([asset]))
        machine.library.clock.advance(days: 31)
        #expect(try !machine.store.purgeRecentlyDeleted())
        #expect(try collectGarbage() == Set([photo, raw, other].map(\.staged.relativePath)))
    }

    @Test func `the person's tools name the files that are not shown, and apps do not`() throws {
        let (other, record) = (NewAsset(filename: "OTHER.DNG"), try machine.record(of: asset))
        try complete(asset, raw, .alternatePhoto)
        try arrive([(photo, .photo), (other, .alternatePhoto)], at: asset)
        try name([try entry(raw, .alternatePhoto)], record)
        // The other one is still to come.
        #expect(try machine.person.details(of: [asset])[0].otherOriginals == [])
        try take(other)
        let named = OtherOriginal(kind: .alternatePhoto, filename: "IMG_1.DNG", size: 1_000, digest: raw.staged.sha256)
        #expect(try machine.person.details(of: [asset])[0].otherOriginals == [named])
        let app = try machine.library.app("exe:/app", .authorized)
        #expect(try app.details(of: [asset])[0].otherOriginals == [])
        try name([], record)
        #expect(try machine.person.details(of: [asset])[0].otherOriginals == [])
        #expect(try machine.changes() == [])
    }

    private func name(_ files: [ResourceList.Entry], _ record: ObjectID) throws {
        _ = try machine.changes()
        var change = SyncedChange(record: record, kind: RecordKind.asset.rawValue)
        change.sets = [.init(SetNumber.files.rawValue, files.map { ResourceList([$0]).bytes })]
        #expect(try machine.apply([change]) != .moved)
    }

    @Test func `an asset of another device comes with the names of the files that are not shown`() throws {
        let (record, entry) = (ObjectID.random(), try self.entry(photo, .photo))
        _ = try machine.changes()
        var change = SyncedChange(record: record, kind: RecordKind.asset.rawValue)
        let list = ResourceList([entry]).bytes
        change.fields = [.init(FieldNumber.originals.rawValue, list, contents: [photo.staged.sha256])]
        let other = NewAsset(filename: "OTHER.JPG")
        change.sets = [.init(SetNumber.files.rawValue, [ResourceList([try self.entry(other, .photo)]).bytes])]
        #expect(try machine.apply([change]) != .moved)
        try take(photo)
        let id = try #require(try machine.asset(withRecord: record))
        #expect(try machine.person.details(of: [id])[0].otherOriginals.map(\.filename) == ["OTHER.JPG"])
    }

    private func collectGarbage() throws -> Set<String> {
        let deleted = Recorder<String>()
        _ = try machine.store.collectGarbage { file in
            deleted.append(file.path)
            return true
        }
        return Set(deleted.values)
    }

    @Test func `an asset takes no file while others, or an edit, are still to come`() throws {
        try arrive([(photo, .photo), (raw, .alternatePhoto)], at: asset)
        #expect(errorCode { try complete(asset, movie, .pairedVideo) } == .changeNotSupported)
        try take(raw)
        try complete(asset, movie, .pairedVideo)
        let edited = try machine.person.addOne(photo)
        let picture = NewAsset(filename: "Edited.JPG")
        try apply(.edit, try value(of: picture), [picture], to: try machine.record(of: edited))
        #expect(try machine.person.lacking(edited) == [])
    }

    private func value(of picture: NewAsset) throws -> [UInt8] {
        let entry = ResourceList.Entry(
            kind: UInt16(ResourceKind.fullSizePhoto.rawValue),
            filename: picture.filename,
            contentType: "image/jpeg",
            size: 1_000,
            content: try #require(ContentDigest(bytes: picture.staged.sha256))
        )
        return EditValue(formatIdentifier: "f", formatVersion: "1", data: [1], rendered: ResourceList([entry])).bytes
    }

    @Test func `an edit that is to come survives that the asset is recovered from Recently Deleted`() throws {
        let picture = NewAsset(filename: "Edited.JPG")
        let record = try machine.record(of: asset)
        try machine.person.change(.deleteAssets([asset]))
        try apply(.edit, try value(of: picture), [picture], to: record)
        try machine.person.change(.recoverAssets([asset]))
        #expect(try machine.changes().allSatisfy { $0.fields.allSatisfy { $0.number != FieldNumber.edit.rawValue } })
        try take(picture)
        #expect(try shown(asset)[.fullSizePhoto] == "Edited.JPG")
    }
}
