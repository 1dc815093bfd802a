import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@testable import LibraryClient

/// Files that are handed out without places.
@Suite(.timeLimit(.minutes(2))) struct HiddenPlacesTests {
    private let served: Served
    private let photo: ObjectID
    private let original: [UInt8]

    init() throws {
        served = try Served()
        var exif = ExifBlock()
        exif.make = "Acme"
        exif.location = Coordinate(latitude: 46.5, longitude: 7.25, altitude: 100)
        exif.userComment = "a comment"
        let plain = try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: 9).encoded()
        original = exif.inserted(intoJPEG: plain)
        photo = try served.owner.mintIdentifiers(1)[0]
        let staged = try served.owner.stage(SealedMemory.make(original.span), filename: "place.jpg")
        #expect(staged.metadata.location != nil)
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try served.owner.perform(.createAsset(AssetCreation(id: photo, resources: [use])))
    }

    /// What the library reads from a file.
    private func location(in file: consuming OwnedDescriptor) throws -> Coordinate? {
        try served.owner.stage(file, filename: "copy.jpg").metadata.location
    }

    private func latitudes(of client: LibraryClient) throws -> [Double] {
        let fetched = try client.fetch(FetchRequest(.identifiers(.asset, [photo])))
        return try client.assets(fetched, 0..<fetched.count).latitude
    }

    private func checkPick(_ pick: Pick, isStripped: Bool) throws {
        let item = try #require(try pick.next().items.first).number
        #expect(try (location(in: pick.open(.photo, of: item)) == nil) == isStripped)
        #expect(try (location(in: pick.jpeg(of: item, quality: 80)) == nil) == isStripped)
        #expect(try pick.resources(of: item).map(\.size) == [Int64(original.count)])
        #expect(try pick.thumbnail(of: item, fitting: PixelSize(width: 8, height: 8)).size.width == 8)
        #expect(try pick.open(.photo, of: item).status().size == Int64(original.count))
    }

    @Test func `the app asks for photos without places in its picker`() throws {
        let agent = try TestAgent(served.owner) { _ in .picked([photo]) }
        var configuration = PickerConfiguration()
        try checkPick(served.app.pick(configuration), isStripped: false)
        configuration.removal = .location
        try checkPick(served.app.pick(configuration), isStripped: true)
        agent.leave()
    }

    @Test func `the person leaves places out in the picker, and the app does not hear of it`() async throws {
        let agent = try TestAgent(served.owner)
        let pick = try served.app.pick(PickerConfiguration())
        let prompt = try #require(await agent.prompt())
        try served.owner.answer(prompt.number, .picked([photo]), removal: [.location])
        try checkPick(pick, isStripped: true)
    }

    @Test func `a continuous picker gives files as the person has set it last`() async throws {
        let agent = try TestAgent(served.owner)
        var configuration = PickerConfiguration()
        configuration.isContinuous = true
        let pick = try served.app.pick(configuration)
        let prompt = try #require(await agent.prompt())
        try served.owner.updatePicker(prompt.number, [photo], removal: [.location])
        try checkPick(pick, isStripped: true)
        try served.owner.updatePicker(prompt.number, [photo])
        try checkPick(pick, isStripped: false)
    }

    @Test func `an app that gets no places gets none in files, nor of what is picked for it`() throws {
        try served.owner.setStatus(
            .authorized,
            ofApp: served.library.appIdentity,
            for: .readWrite,
            hidesPlaces: true
        )
        #expect(try location(in: served.app.openResource(.photo, of: photo)) == nil)
        #expect(try latitudes(of: served.app) == [])
        #expect(try served.grant()?.hidesPlaces == true)
        let agent = try TestAgent(served.owner) { _ in .picked([photo]) }
        try checkPick(served.app.pick(PickerConfiguration()), isStripped: true)
        agent.leave()
        try served.owner.setPreferences(ofApp: served.library.appIdentity, hidesPlaces: false)
        #expect(try location(in: served.app.openResource(.photo, of: photo)) != nil)
        #expect(try latitudes(of: served.app) == [46.5])
    }

    @Test func `the person allows everything but places when the app asks`() async throws {
        let agent = try TestAgent(served.owner)
        async let status = served.app.requestAuthorization(for: .readWrite)
        let prompt = try #require(await agent.prompt())
        try served.owner.answer(prompt.number, .access(.authorized), removal: [.location])
        #expect(try await status == .authorized)
        #expect(try served.grant()?.hidesPlaces == true)
        #expect(try latitudes(of: served.app) == [])
        // Asked again, the answer need not say it again.
        try served.owner.setStatus(.notDetermined, ofApp: served.library.appIdentity, for: .readWrite)
        async let again = served.app.requestAuthorization(for: .readWrite)
        let next = try #require(await agent.prompt(2))
        try served.owner.answer(next.number, .access(.authorized))
        #expect(try await again == .authorized)
        #expect(try served.grant()?.hidesPlaces == true)
        #expect(try latitudes(of: served.app) == [])
        // The original was only read.
        #expect(try location(in: served.owner.openResource(.photo, of: photo)) != nil)
    }
}
