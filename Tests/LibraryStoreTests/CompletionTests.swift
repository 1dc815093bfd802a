import LibraryModel
import Testing

@testable import LibraryStore

/// Assets of several files, and files that come to them later.
@Suite struct CompletionTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private func still(_ identifier: String? = "PAIR") -> NewAsset {
        var asset = NewAsset(filename: "IMG_1.HEIC")
        asset.contentIdentifier = identifier
        return asset
    }

    private func movie(_ identifier: String? = "PAIR", stillTime: Double? = 1.5) -> NewAsset {
        var asset = NewAsset(kind: .video, filename: "IMG_1.MOV", size: (1_920, 1_080))
        asset.contentIdentifier = identifier
        asset.stillTime = stillTime
        return asset
    }

    private var raw: NewAsset {
        var asset = NewAsset(filename: "IMG_1.DNG", size: (4_032, 3_024))
        asset.contentType = "image/x-adobe-dng"
        return asset
    }

    private func complete(
        _ id: ObjectID,
        _ files: [(NewAsset, ResourceKind)],
        _ view: LibraryView? = nil
    ) throws {
        let staged = files.map { (ObjectID.random(), $0.0.staged, $0.1) }
        let uses = staged.map { StagedResourceUse(staged: $0.0, kind: $0.2) }
        _ = try (view ?? person).perform(
            ChangeBlock(operations: [.completeAsset(id, uses)]),
            files: Dictionary(uniqueKeysWithValues: staged.map { ($0.0, $0.1) })
        )
    }

    private func create(_ files: [(NewAsset, ResourceKind)], _ view: LibraryView? = nil) throws -> ObjectID {
        let view = view ?? person
        let staged = files.map { (ObjectID.random(), $0.0.staged, $0.1) }
        let id = try view.mintIdentifiers(1)[0]
        let uses = staged.map { StagedResourceUse(staged: $0.0, kind: $0.2) }
        _ = try view.perform(
            ChangeBlock(operations: [.createAsset(AssetCreation(id: id, resources: uses))]),
            files: Dictionary(uniqueKeysWithValues: staged.map { ($0.0, $0.1) })
        )
        return id
    }

    private func files(_ id: ObjectID) throws -> [ResourceKind: String] {
        Dictionary(uniqueKeysWithValues: try person.resources(of: id).map { ($0.info.kind, $0.info.filename) })
    }

    @Test func `a Live Photo keeps how long its movie plays and where in it the still is`() throws {
        let id = try create([(still(), .photo), (movie(), .pairedVideo)])
        let page = try person.assets([id])
        #expect(page.mediaSubtypes == [MediaSubtypes.photoLive.rawValue])
        let resources = try person.resources(of: id).map(\.info)
        #expect(resources.map(\.kind) == [.photo, .pairedVideo])
        #expect(resources.map(\.duration) == [0, 12.5])
        #expect(resources.map(\.stillTime) == [nil, 1.5])
        // A moment that the movie does not have is none; the photo's word counts where the movie has none.
        let beyond = try create([(still("B"), .photo), (movie("B", stillTime: 13), .pairedVideo)])
        #expect(try person.resources(of: beyond).map(\.info.stillTime) == [nil, nil])
        var motion = still("C")
        motion.stillTime = 2
        let said = try create([(motion, .photo), (movie(nil, stillTime: nil), .pairedVideo)])
        #expect(try person.resources(of: said).map(\.info.stillTime) == [nil, 2])
    }

    @Test func `halves of different Live Photos make no asset, whoever brings them`() throws {
        let app = try library.app("exe:/app", .authorized)
        for view in [person, app] {
            let code = errorCode { _ = try create([(still("A"), .photo), (movie("B"), .pairedVideo)], view) }
            #expect(code == .invalidResource)
        }
        #expect(try person.ids(.allAssets) == [])
    }

    @Test func `the movie of a photo that is there is found by its identifier, and completes it`() throws {
        let id = try person.addOne(still())
        #expect(try person.lacking(id) == [.pairedVideo, .alternatePhoto])
        #expect(try person.findOtherHalf(of: movie().staged.metadata) == id)
        #expect(try person.findOtherHalf(of: movie("OTHER").staged.metadata) == nil)
        #expect(try person.findOtherHalf(of: still().staged.metadata) == nil)
        let token = try person.currentToken()
        try complete(id, [(movie(), .pairedVideo)])
        #expect(try files(id) == [.photo: "IMG_1.HEIC", .pairedVideo: "IMG_1.MOV"])
        #expect(try person.assets([id]).mediaSubtypes == [MediaSubtypes.photoLive.rawValue])
        #expect(try person.resources(of: id).map(\.info.stillTime) == [nil, 1.5])
        #expect(
            try person.log(since: token).what == [
                LoggedChange.What(change: .updated, object: id, fields: .content)
            ]
        )
        #expect(try person.findOtherHalf(of: movie().staged.metadata) == nil)
        #expect(errorCode { try complete(id, [(movie(), .pairedVideo)]) } == .changeNotSupported)
    }

    @Test func `the photo of a movie that is there makes a Live Photo of it, in its place`() throws {
        let id = try person.addOne(movie())
        let album = try person.makeAlbum()
        try person.insert([id], into: album)
        try person.set(id) { $0.isFavorite = true }
        #expect(try person.findOtherHalf(of: still().staged.metadata) == id)
        try complete(id, [(still(), .photo)])
        #expect(try files(id) == [.photo: "IMG_1.HEIC", .pairedVideo: "IMG_1.MOV"])
        let page = try person.assets([id])
        #expect(page.mediaKind == [UInt32(MediaKind.image.rawValue)])
        #expect(page.mediaSubtypes == [MediaSubtypes.photoLive.rawValue])
        #expect((page.pixelWidth, page.pixelHeight, page.duration) == ([4_000], [3_000], [0]))
        #expect(AssetPage.Flags(rawValue: page.flags[0]).contains(.favorite))
        #expect(try person.ids(.assets(inCollection: album)) == [id])
    }

    @Test func `a RAW file and its photo come together in either order, and the photo is the original`() throws {
        let first = try person.addOne(NewAsset(filename: "IMG_1.JPG"))
        try complete(first, [(raw, .alternatePhoto)])
        let second = try person.addOne(raw)
        #expect(try person.lacking(second) == [.pairedVideo, .photo])
        try complete(second, [(NewAsset(filename: "IMG_1.JPG"), .photo), (movie(nil), .pairedVideo)])
        for id in [first, second] {
            #expect(try files(id)[.photo] == "IMG_1.JPG")
            #expect(try files(id)[.alternatePhoto] == "IMG_1.DNG")
            #expect(AssetPage.Flags(rawValue: try person.assets([id]).flags[0]).contains(.raw))
            #expect(try person.assets([id]).pixelWidth == [4_000])
        }
        #expect(try files(second)[.pairedVideo] == "IMG_1.MOV")
        #expect(try person.lacking(second) == [])
    }

    @Test func `what does not fit is refused, and nothing of it is done`() throws {
        let id = try person.addOne(still())
        #expect(errorCode { try complete(id, [(movie("OTHER"), .pairedVideo)]) } == .invalidResource)
        #expect(errorCode { try complete(id, [(still(), .pairedVideo)]) } == .invalidResource)
        #expect(errorCode { try complete(id, [(still(), .photo)]) } == .changeNotSupported)
        #expect(errorCode { try complete(id, [(still(), .fullSizePhoto)]) } == .invalidResource)
        let both: [(NewAsset, ResourceKind)] = [(movie(), .pairedVideo), (movie(), .pairedVideo)]
        #expect(errorCode { try complete(id, both) } == .changeNotSupported)
        #expect(errorCode { try complete(.random(), [(movie(), .pairedVideo)]) } == .notFound)
        #expect(try files(id) == [.photo: "IMG_1.HEIC"])
        try person.change(.deleteAssets([id]))
        #expect(try person.findOtherHalf(of: movie().staged.metadata) == nil)
        #expect(errorCode { try complete(id, [(movie(), .pairedVideo)]) } == .notFound)
    }

    @Test func `no app adds a file to an asset that is there, and none of the person's goes to an app's asset`() throws
    {
        let app = try library.app("exe:/app", .authorized)
        let persons = try person.addOne(still())
        let apps = try app.addOne(movie())
        for (view, id) in [(app, persons), (app, apps)] {
            #expect(errorCode { try complete(id, [(movie(), .pairedVideo)], view) } == .changeNotSupported)
        }
        #expect(try app.findOtherHalf(of: movie().staged.metadata) == nil)
        // The app's movie stays a video of its own, and takes no still of the person's.
        let other = try app.addOne(movie("MINE"))
        #expect(try person.findOtherHalf(of: still("MINE").staged.metadata) == nil)
        #expect(try person.lacking(other) == [])
        #expect(errorCode { try complete(other, [(still("MINE"), .photo)]) } == .changeNotSupported)
        #expect(try files(persons) == [.photo: "IMG_1.HEIC"])
    }

    @Test func `an edited asset takes no more files`() throws {
        let id = try person.addOne(still())
        let rendered = ObjectID.random()
        let adjustment = Adjustment(rendered: rendered, formatIdentifier: "f", formatVersion: "1", data: [1])
        _ = try person.perform(
            ChangeBlock(operations: [.setAdjustment(id, adjustment)]),
            files: [rendered: NewAsset().staged]
        )
        #expect(try person.lacking(id) == [])
        try person.change(.revertAdjustment(id))
        #expect(try person.lacking(id) == [.pairedVideo, .alternatePhoto])
    }
}
