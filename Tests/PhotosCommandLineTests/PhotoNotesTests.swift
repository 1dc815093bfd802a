import JSONText
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import PhotoImport

@Suite struct PhotoNotesTests {
    private static let text = """
        {"title": "IMG_1.jpg", "description": "At the sea", "photoTakenTime": {"timestamp": "-86400", "formatted": "x"},
         "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0},
         "geoDataExif": {"latitude": 46.5, "longitude": -7.25, "altitude": 83.0},
         "people": [{"name": "Zoë"}, {"name": "Ian"}, {}], "favorited": true, "archived": true, "url": "https://x"}
        """

    @Test func `what Google wrote of a photo is read, and 0° 0° is no place`() throws {
        let notes = try #require(PhotoNotes(googleTakeout: try JSONValue(Self.text)))
        #expect(notes.date == -86_400_000_000)
        #expect(notes.place == Coordinate(latitude: 46.5, longitude: -7.25, altitude: 83))
        #expect(notes.caption == "At the sea" && notes.title == nil)
        #expect(notes.keywords == ["Zoë", "Ian", "Archived"])
        #expect(notes.isFavorite && !notes.isHidden && !notes.isInTrash)
        #expect(PhotoNotes(googleTakeout: try JSONValue("{\"title\": \"Rome\"}")) == nil)
        let odd =
            "{\"photoTakenTime\": {\"timestamp\": \"99999999999999999\"}, \"geoData\": {\"latitude\": 91, \"longitude\": 1}}"
        #expect(PhotoNotes(googleTakeout: try JSONValue(odd)) == PhotoNotes())
    }

    @Test func `what a photo's own file says counts, and the rest is added`() throws {
        let notes = try #require(PhotoNotes(googleTakeout: try JSONValue(Self.text)))
        var metadata = MediaMetadata(kind: .image, contentType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        let all = notes.update(beside: metadata)
        #expect(all.creationDate == .set(-86_400_000_000) && all.caption == .set("At the sea"))
        #expect(all.location == .set(Coordinate(latitude: 46.5, longitude: -7.25, altitude: 83)))
        #expect(all.isFavorite == true && all.isHidden == nil && all.addedKeywords == ["Zoë", "Ian", "Archived"])
        metadata.captureDate = CaptureDate(instant: 5, utcOffset: nil, source: .exifOriginal)
        metadata.location = Coordinate(latitude: 1, longitude: 2)
        metadata.annotations.caption = "mine"
        metadata.annotations.keywords = ["Ian"]
        let little = notes.update(beside: metadata)
        #expect(little.creationDate == nil && little.location == nil && little.caption == nil)
        #expect(little.addedKeywords == ["Zoë", "Archived"])
    }

    @Test func `a JSON file that is damaged, too long or too deep is a failure of its own`() throws {
        let folder = try ScratchFolder()
        let cut = try folder.write(Array(Self.text.utf8.dropLast()), to: "cut.json")
        let long = try folder.write([UInt8](repeating: 0x20, count: JSONSideCar.maximumSize + 1), to: "long.json")
        let deep = try folder.write([UInt8](repeating: UInt8(ascii: "["), count: 100_000), to: "deep.json")
        for path in [cut, long, deep, folder.file("none.json"), folder.path] {
            #expect(throws: ImportFailure.self) { try JSONSideCar.notes(path, in: FileSystemSource()) }
        }
    }

    @Test(arguments: [
        (
            "Screenshot_20220207_102421_com.snapchat.android.jpg",
            "Screenshot_20220207_102421_com.snapchat.android_is_long.jpg", true
        ),
        ("IMG_1.jpg", "IMG_12.jpg", false), ("Screenshot_20220207_102421_com.snapchat.android.jpg", "other.jpg", false),
    ])
    func `a name that Google cut is made whole again`(_ name: String, _ title: String, _ isWhole: Bool) {
        var notes = PhotoNotes()
        notes.originalName = title
        #expect(notes.fullName(of: name) == (isWhole ? title : nil))
    }
}
