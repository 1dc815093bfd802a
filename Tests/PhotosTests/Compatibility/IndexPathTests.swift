import Photos
import Testing

@Suite struct IndexPathTests {
    @Test func `an item of a section is the second index`() {
        var path = IndexPath(item: 3, section: 1)
        #expect(path == IndexPath(indexes: [1, 3]) && path == IndexPath(row: 3, section: 1))
        #expect(path.section == 1 && path.item == 3 && path.row == 3)
        path.item += 1
        path.section = 0
        #expect(path == [0, 4])
        path.row = 7
        #expect(path == [0, 7])
    }
}
