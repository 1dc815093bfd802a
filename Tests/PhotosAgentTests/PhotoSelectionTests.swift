import LibraryModel
import Testing

@testable import PhotosAgent

@Suite struct PhotoSelectionTests {
    private let photos = (1...6).map { ObjectID(high: 1, low: $0) }

    private func picker(limit: Int = 0, preselected: [ObjectID] = [], isOrdered: Bool = true) -> PickerConfiguration {
        var picker = PickerConfiguration()
        picker.selectionLimit = limit
        picker.preselected = preselected
        picker.isOrdered = isOrdered
        return picker
    }

    @Test func `photos are numbered in the order in which they were chosen`() {
        var selection = PhotoSelection(picker())
        for photo in [photos[2], photos[0], photos[4]] { #expect(selection.toggle(photo) == .done) }
        #expect([2, 0, 4, 1].map { selection.number(of: photos[$0]) } == [1, 2, 3, nil])
        #expect(selection.toggle(photos[0]) == .done)
        #expect([2, 0, 4].map { selection.number(of: photos[$0]) } == [1, nil, 2])
        #expect(selection.chosen == [photos[2], photos[4]])
    }

    @Test func `no more than the limit are chosen, and one takes the place of one`() {
        var two = PhotoSelection(picker(limit: 2))
        #expect(photos.prefix(3).map { two.toggle($0) } == [.done, .done, .full])
        #expect(two.chosen == Array(photos.prefix(2)))
        var one = PhotoSelection(picker(limit: 1))
        #expect(photos.prefix(3).map { one.toggle($0) } == [.done, .done, .done])
        #expect(one.chosen == [photos[2]])
    }

    @Test func `more may be preselected than may be given`() {
        var selection = PhotoSelection(picker(limit: 2, preselected: Array(photos.prefix(3)) + [photos[0]]))
        #expect(selection.count == 3)
        #expect(!selection.isAnswer)
        _ = selection.toggle(photos[1])
        #expect(selection.isAnswer)
        _ = selection.toggle(photos[0])
        _ = selection.toggle(photos[2])
        // Taking all out is an answer where something was preselected.
        #expect(selection.count == 0 && selection.isAnswer)
    }

    @Test func `nothing is an answer only where it says something`() {
        #expect(!PhotoSelection(picker()).isAnswer)
        #expect(PhotoSelection(visible: []).isAnswer)
    }

    @Test func `an app can change what is chosen in its picker`() {
        var selection = PhotoSelection(picker(preselected: Array(photos.prefix(4))))
        var update = PickerUpdate()
        update.deselected = [photos[1], photos[5]]
        update.move = .init(photos[3], after: nil)
        selection.apply(update)
        #expect(selection.chosen == [photos[3], photos[0], photos[2]])
        update = PickerUpdate()
        update.move = .init(photos[3], after: photos[0])
        update.selectionLimit = 2
        selection.apply(update)
        #expect(selection.chosen == [photos[0], photos[3], photos[2]])
        #expect(selection.limit == 2 && !selection.isAnswer)
        // What is not selected moves nowhere, and nothing moves behind what is not.
        update.move = .init(photos[1], after: nil)
        selection.apply(update)
        update.move = .init(photos[2], after: photos[1])
        selection.apply(update)
        #expect(selection.chosen == [photos[0], photos[3], photos[2]])
    }
}
