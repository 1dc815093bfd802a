import Foundation
import Testing

@testable import HikingCollage

struct CollageTests {
    let hike = Hike(name: "Ridge walk", start: date("2026-06-14T08:00:00Z"), end: date("2026-06-14T17:30:00Z"))

    func photo(_ identifier: String, hours: Double = 1, modified: Double = 0, isEdited: Bool = false) -> CollagePhoto {
        CollagePhoto(
            identifier: identifier,
            taken: hike.start.addingTimeInterval(hours * 3_600),
            modified: Date(timeIntervalSince1970: modified),
            isEdited: isEdited,
            aspectRatio: 1.5,
            isShown: true
        )
    }

    func collage(_ photos: CollagePhoto...) -> Collage {
        Collage(hike: hike, photos: Dictionary(uniqueKeysWithValues: photos.map { ($0.identifier, $0) }))
    }

    @Test func `takes in photos of the hike and leaves others out`() {
        var collage = collage()
        let difference = collage.update(with: [photo("a"), photo("b", hours: -1), photo("c", hours: 20)], deleted: [])
        #expect(difference == Collage.Difference(inserted: 1))
        #expect(collage == self.collage(photo("a")))
    }

    @Test func `finds nothing new in what it was told before`() {
        var collage = collage(photo("a", modified: 5, isEdited: true))
        let before = collage
        let difference = collage.update(with: [photo("a", modified: 5, isEdited: true)], deleted: ["gone before"])
        #expect(difference.isEmpty)
        #expect(collage == before)
    }

    @Test func `drops what was deleted`() {
        var collage = collage(photo("a"), photo("b"))
        #expect(collage.update(with: [], deleted: ["a", "other"]) == Collage.Difference(deleted: 1))
        #expect(collage.photosInOrder.map(\.identifier) == ["b"])
    }

    @Test(arguments: [
        (false, true, 1), (true, true, 1), (true, false, 1), (false, false, 0),
    ])
    func `draws an edit, an edit of an edit and its end, but no favourite`(before: Bool, after: Bool, edited: Int) {
        var collage = collage(photo("a", modified: 1, isEdited: before))
        let difference = collage.update(with: [photo("a", modified: 2, isEdited: after)], deleted: [])
        #expect(difference == Collage.Difference(edited: edited))
        #expect(collage.photos["a"] == photo("a", modified: 2, isEdited: after))
    }

    @Test func `follows a photo whose date moves out of the hike and into it`() {
        var collage = collage(photo("a"))
        #expect(collage.update(with: [photo("a", hours: 30)], deleted: []) == Collage.Difference(deleted: 1))
        #expect(collage.photos.isEmpty)
        #expect(collage.update(with: [photo("a", hours: 2)], deleted: []) == Collage.Difference(inserted: 1))
    }

    @Test func `draws again when photos change their order`() {
        var collage = collage(photo("a", hours: 1), photo("b", hours: 2))
        #expect(collage.update(with: [photo("a", hours: 3)], deleted: []) == Collage.Difference(edited: 1))
        #expect(collage.photosInOrder.map(\.identifier) == ["b", "a"])
    }

    @Test func `drops a photo that was hidden`() {
        var collage = collage(photo("a"))
        var hidden = photo("a")
        hidden.isShown = false
        #expect(collage.update(with: [hidden], deleted: []) == Collage.Difference(deleted: 1))
    }

    @Test func `keeps what is within new dates of its hike`() {
        var collage = collage(photo("a", hours: 1), photo("b", hours: 5))
        var moved = hike
        moved.start = hike.start.addingTimeInterval(2 * 3_600)
        #expect(collage.move(to: moved) == Collage.Difference(deleted: 1))
        #expect(collage.photosInOrder.map(\.identifier) == ["b"])
    }

    @Test func `shows at most a limited number, at even distances`() {
        let photos = (0...CollageDrawing.maximumTiles).map { photo("\($0)", hours: Double($0) / 100) }
        #expect(CollageDrawing.shown(of: photos.dropLast()) == photos.dropLast())
        let shown = CollageDrawing.shown(of: photos + photos)
        #expect(shown.count == CollageDrawing.maximumTiles)
        #expect(shown.first == photos[0] && shown[120] == photos[0] && shown[119] != shown[118])
    }
}
