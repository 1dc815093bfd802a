import LibraryModel
import Testing

@testable import PhotoSearch
@testable import PhotosAgent

@Suite struct PhotoFactsTests {
    @Test func `a photo has lines for its file, what people wrote of it, its date and its kind`() {
        var details = AssetDetails()
        details.filename = "IMG_1.jpg"
        details.fileSize = 3_412_000
        let size = PixelSize(width: 4, height: 3)
        var row = PhotoRow(asset: ObjectID(high: 1, low: 1), kind: "photo", date: "", size: size, isFavorite: false)
        func lines() -> [String] { PhotoFacts(row, details).lines.map { "\($0.name): \($0.text)" } }
        #expect(lines() == ["file: IMG_1.jpg", "date: none", "kind: photo, 4 x 3, 3.4 MB"])
        details.title = "Goalie\u{1B}[2J"
        details.caption = "Zoë\nin Rome"
        details.keywords = ["Zoë", "Rome"]
        (row.date, row.isFavorite) = ("2023-06-12 10:00", true)
        #expect(
            lines() == [
                "file: IMG_1.jpg", "title: Goalie\u{FFFD}[2J", "caption: Zoë", ": in Rome", "keywords: Zoë, Rome",
                "date: 2023-06-12 10:00", "kind: photo, favorite, 4 x 3, 3.4 MB",
            ]
        )
    }
}
