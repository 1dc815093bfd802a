import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test func `is found by identifier, extension and media type`() {
        #expect(UTType("public.jpeg") == .jpeg)
        #expect(UTType(filenameExtension: "JPG") == .jpeg)
        #expect(UTType(mimeType: "video/quicktime") == .quickTimeMovie)
        #expect(UTType("org.example.nothing") == nil)
        #expect(UTType(filenameExtension: "nothing") == nil)
        #expect(UTType(filenameExtension: "mov", conformingTo: .image) == nil)
    }

    @Test func `says what it is for files and for the network`() {
        #expect(UTType.heic.preferredFilenameExtension == "heic")
        #expect(UTType.mpeg4Movie.preferredMIMEType == "video/mp4")
        #expect(UTType.image.preferredFilenameExtension == nil)
    }

    @Test func `is described for people`() throws {
        #expect(UTType.jpeg.localizedDescription == "JPEG image")
        #expect(UTType.mpeg4Movie.localizedDescription == "MP4 movie")
        #expect(UTType.mp3.localizedDescription == "MP3 audio")
        #expect(UTType.pdf.localizedDescription == "PDF file")
        #expect(UTType.image.localizedDescription == nil)
    }

    @Test func `conforms to its ancestors`() throws {
        let raw = try #require(UTType("com.adobe.raw-image"))
        #expect(raw.conforms(to: .rawImage))
        #expect(raw.conforms(to: .image))
        #expect(raw.isSubtype(of: .data))
        #expect(!raw.conforms(to: .movie))
        #expect(UTType.video.conforms(to: .audiovisualContent))
        #expect(UTType.image.isSupertype(of: .png))
        #expect(UTType.png.conforms(to: .png))
        #expect(!UTType.png.isSubtype(of: .png))
    }

    @Test func `is coded as its identifier`() throws {
        let data = try JSONEncoder().encode([UTType.png])
        #expect(String(decoding: data, as: UTF8.self) == "[\"public.png\"]")
        #expect(try JSONDecoder().decode([UTType].self, from: data) == [.png])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UTType].self, from: Data("[\"org.example.nothing\"]".utf8))
        }
    }

    @Test func `an app's own type is a kind of what it says`() {
        let sketch = UTType(exportedAs: "com.example.sketch", conformingTo: .png)
        let draft = UTType(importedAs: "com.example.draft", conformingTo: sketch)
        #expect(sketch.conforms(to: .image))
        #expect(draft.conforms(to: sketch))
        #expect(draft.conforms(to: .image))
        #expect(!draft.conforms(to: .movie))
        #expect(draft.supertypes.contains(.png))
        #expect(!sketch.isDeclared)
        #expect(UTType("com.example.sketch") == nil)
        #expect(UTType(exportedAs: "public.jpeg").preferredFilenameExtension == "jpeg")
    }

    @Test func `is found by its tags`() {
        #expect(UTType(tag: "HEIC", tagClass: .filenameExtension, conformingTo: nil) == .heic)
        #expect(UTType(tag: "image/png", tagClass: .mimeType, conformingTo: .movie) == nil)
        #expect(UTType.types(tag: "mov", tagClass: .filenameExtension, conformingTo: .movie) == [.quickTimeMovie])
        #expect(UTType.jpeg.tags[.filenameExtension] == ["jpeg", "jpg", "jpe"])
        #expect(UTType.image.tags.isEmpty)
    }
}
