import Photos
import Testing

/// An app's own row.
private struct Row {
    var name: String?
    var count: Int
    var taken: Date?
    var isFavorite = false
    var number: NSNumber = 0
}

@Suite struct SortDescriptorTests {
    private let rows = [
        Row(name: "b", count: 2, taken: Date(timeIntervalSince1970: 2), isFavorite: true, number: 1.5),
        Row(name: nil, count: 3, taken: nil, number: 3),
        Row(name: "a", count: 1, taken: Date(timeIntervalSince1970: 1), number: -2),
    ]

    private func counts<Value>(_ keyPath: KeyPath<Row, Value>, ascending: Bool = true) -> [Int] {
        let sorted = NSArray(array: rows).sortedArray(using: [NSSortDescriptor(keyPath: keyPath, ascending: ascending)])
        return sorted.compactMap { ($0 as? Row)?.count }
    }

    @Test func `sorts an app's own rows by any property, what is missing first`() {
        #expect(counts(\.count) == [1, 2, 3])
        #expect(counts(\.name) == [3, 1, 2])
        #expect(counts(\.taken) == [3, 1, 2])
        #expect(counts(\.taken, ascending: false) == [2, 1, 3])
        #expect(counts(\.number) == [1, 2, 3])
        #expect(counts(\.isFavorite).last == 2)
    }

    @Test func `a key path of a library object is a key, whatever is known of its type`() {
        func key<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> String? {
            NSSortDescriptor(keyPath: keyPath, ascending: true).key
        }
        func comparableKey<Root, Value: Comparable>(_ keyPath: KeyPath<Root, Value>) -> String? {
            NSSortDescriptor(keyPath: keyPath, ascending: true).key
        }
        #expect(NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false).key == "creationDate")
        #expect(NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: false).key == "pixelWidth")
        #expect(key(\PHAsset.creationDate) == "creationDate")
        #expect(key(\PHAsset.isFavorite) == "isFavorite")
        #expect(comparableKey(\PHAsset.duration) == "duration")
        #expect(NSSortDescriptor(keyPath: \Row.taken, ascending: false).key == nil)
    }

    @Test func `values without an order end the program, and are named`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            struct Place { var spot = CGPoint.zero }
            let descriptor = NSSortDescriptor(keyPath: \Place.spot, ascending: true)
            _ = NSArray(array: [Place(), Place()]).sortedArray(using: [descriptor])
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("CGPoint and CGPoint have no order"))
    }
}
