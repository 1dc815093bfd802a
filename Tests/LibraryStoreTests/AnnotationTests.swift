import LibraryModel
import Testing

@testable import LibraryStore

/// What files say of themselves, as it becomes their assets'.
@Suite struct AnnotationTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private static var annotated: NewAsset {
        var asset = NewAsset()
        asset.annotations.title = "Goalie"
        asset.annotations.caption = "Zoë\nin Rome"
        asset.annotations.keywords = ["Zoë", "Rome"]
        asset.annotations.keywordPaths = ["Places|Europe|Rome"]
        asset.annotations.rating = 4
        asset.annotations.regions = [ImageRegion(name: "Zoë", kind: "Face", x: 0.5, y: 0.5, width: 0.25, height: 1)]
        asset.settings.lensModel = "50mm"
        asset.settings.exposureTime = 0.004
        asset.settings.isoSpeed = 200
        asset.settings.flashFired = false
        return asset
    }

    @Test func `a new asset has what its file says`() throws {
        let asset = AnnotationTests.annotated
        let id = try person.addOne(asset)
        let details = try person.details(of: [id])[0]
        #expect(details.title == "Goalie")
        #expect(details.caption == "Zoë\nin Rome")
        #expect(details.keywords == ["Zoë", "Rome"])
        #expect(details.keywordPaths == ["Places|Europe|Rome"])
        #expect(details.regions == asset.annotations.regions)
        #expect(details.settings == asset.settings)
        #expect((details.dateSource, details.utcOffset) == (.exifOriginal, 3_600))
        #expect(details.offsetSource == .written)
        #expect(try person.assets([id]).rating == [4])
    }

    @Test func `what is asked for counts before what the file says`() throws {
        var asset = AnnotationTests.annotated
        asset.properties.title = .clear
        asset.properties.caption = .set("other")
        asset.properties.keywords = ["Rome"]
        asset.properties.rating = 1
        asset.properties.creationDate = .set(5)
        let id = try person.addOne(asset)
        let details = try person.details(of: [id])[0]
        #expect((details.title, details.caption) == (nil, "other"))
        #expect(details.keywords == ["Rome"])
        #expect((details.dateSource, details.utcOffset, details.offsetSource) == (.given, nil, nil))
        #expect(try person.assets([id]).rating == [1])
    }

    @Test func `a keyword that is taken away takes its tree with it`() throws {
        let id = try person.addOne(AnnotationTests.annotated)
        try person.set(id) { $0.removedKeywords = ["Rome"] }
        #expect(try person.details(of: [id])[0].keywordPaths == [])
    }

    @Test func `apps are told what PhotoKit tells, and nothing of faces, lens and exposure`() throws {
        let id = try person.addOne(AnnotationTests.annotated)
        let app = try library.app("exe:/app", .authorized)
        var expected = try person.details(of: [id])[0]
        expected.dateSource = nil
        expected.utcOffset = nil
        expected.offsetSource = nil
        expected.settings = CaptureSettings()
        expected.keywordPaths = []
        expected.regions = []
        #expect(try app.details(of: [id]) == [expected])
    }
}
