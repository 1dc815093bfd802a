import LibraryModel
import Photos
import Testing

private class Photo: PHAsset, @unchecked Sendable {
    let width: Int
    let taken: Date?
    init(width: Int, taken: Date? = nil) {
        self.width = width
        self.taken = taken
        super.init()
    }
    override var localIdentifier: String { "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001" }
    override var pixelWidth: Int { width }
    override var creationDate: Date? { taken }
    override var isFavorite: Bool { true }
    override var mediaType: PHAssetMediaType { .image }
    override var mediaSubtypes: PHAssetMediaSubtype { [.photoLive, .photoHDR] }
    override var burstIdentifier: String? { "Café Crème" }
}

@Suite struct PredicateEvaluationTests {
    private let photo = Photo(width: 4000, taken: Date(timeIntervalSince1970: 100))

    @Test(arguments: [
        ("pixelWidth == 4000", true), ("pixelWidth != 4000", false), ("pixelWidth > 3999.5", true),
        ("pixelWidth BETWEEN {4000, 4001}", true), ("pixelWidth BETWEEN {1, 3999}", false),
        ("pixelWidth IN {1, 4000}", true), ("NOT pixelWidth IN {1, 2}", true),
        ("favorite == YES", true), ("favorite == 1", true), ("isFavorite != YES", false), ("hidden == NO", true),
        ("(mediaSubtypes & 8) != 0", true), ("(mediaSubtypes & 4) != 0", false),
        ("mediaType = 1 AND (pixelWidth < 5 OR favorite = YES)", true),
        ("burstIdentifier CONTAINS 'fé'", true), ("burstIdentifier CONTAINS 'FE'", false),
        ("burstIdentifier CONTAINS[cd] 'FE'", true), ("burstIdentifier BEGINSWITH[c] 'café'", true),
        ("burstIdentifier ENDSWITH 'Crème'", true), ("burstIdentifier LIKE '*f? C*e'", true),
        ("burstIdentifier LIKE 'f*'", false), ("burstIdentifier MATCHES '[A-Z].*Crème'", true),
        ("burstIdentifier MATCHES 'Café'", false),
        ("creationDate != nil", true), ("creationDate == nil", false), ("modificationDate == nil", true),
        ("modificationDate < creationDate", false), ("modificationDate != creationDate", true),
        ("localIdentifier IN {'9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001'}", true),
        ("localIdentifier == '9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001'", true),
        ("TRUEPREDICATE AND NOT FALSEPREDICATE", true),
    ]) func `a predicate is evaluated over an object in memory`(_ format: String, _ expected: Bool) {
        #expect(NSPredicate(format: format, argumentArray: nil).evaluate(with: photo) == expected)
    }

    @Test func `compounds mix blocks and formats`() {
        let wide = NSPredicate { asset, _ in (asset as? PHAsset).map { $0.pixelWidth > 1000 } ?? false }
        let favorite = NSPredicate(format: "favorite == YES")
        #expect(NSCompoundPredicate(andPredicateWithSubpredicates: [wide, favorite]).evaluate(with: photo))
        #expect(!NSCompoundPredicate(notPredicateWithSubpredicate: favorite).evaluate(with: photo))
    }

    @Test func `dictionaries and plain values have keys too`() {
        #expect(NSPredicate(format: "name == %@", "x").evaluate(with: ["name": "x"]))
        #expect(!NSPredicate(format: "name == %@", "x").evaluate(with: ["name": "y"]))
        #expect(NSPredicate(format: "SELF BEGINSWITH 'a'").evaluate(with: "abc"))
        #expect(NSPredicate(format: "SELF > 4").evaluate(with: 5))
    }

    @Test func `sort descriptors compare objects, those without a value first`() {
        let (early, undated) = (Photo(width: 1, taken: Date(timeIntervalSince1970: 1)), Photo(width: 2))
        let byDate = NSSortDescriptor(key: "creationDate", ascending: true)
        #expect(byDate.compare(early, to: photo) == .orderedAscending)
        #expect(byDate.compare(undated, to: early) == .orderedAscending)
        #expect(byDate.compare(photo, to: photo) == .orderedSame)
        let reversed = byDate.reversedSortDescriptor as? NSSortDescriptor
        #expect(reversed?.compare(early, to: photo) == .orderedDescending)
    }

    @Test func `an unknown key stops the program and is named`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "shoeSize == 46").evaluate(with: PHAsset())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("there is no key shoeSize"))
    }
}
