import LinuxSystem
import Testing

@testable import PhotoImport

/// Names as Google Takeout has written them since 2018.
@Suite struct TakeoutMatchingTests {
    /// A photo or video of a folder, and what its JSON file is called; nil for none.
    struct Row: CustomTestStringConvertible {
        var media: String
        var sideCar: String?
        var reason: TakeoutMatching.Reason = .name
        var testDescription: String { media }
    }

    private static let uuid = "D7157814-D2D5-4A62-AFCE-9CF465CB7D66"
    private static let long = "Screenshot_20220207_102421_com.snapchat.androi"

    /// One folder.
    static let rows: [Row] = [
        Row(media: "IMG_1.jpg", sideCar: "IMG_1.jpg.json"),
        Row(media: "IMG_1(1).jpg", sideCar: "IMG_1.jpg(1).json"),
        Row(media: "IMG_1(2).jpg", sideCar: "IMG_1.jpg.supplemental-metadata(2).json"),
        Row(media: "IMG_1-edited.jpg", sideCar: "IMG_1.jpg.json", reason: .edited),
        Row(media: "IMG_1-edited(1).jpg", sideCar: "IMG_1.jpg(1).json", reason: .edited),
        Row(media: "IMG_2.HEIC", sideCar: "IMG_2.HEIC.supplemental-metadata.json"),
        Row(media: "IMG_2.MP4", sideCar: "IMG_2.HEIC.supplemental-metadata.json", reason: .livePhoto),
        Row(media: "IMG_2-bearbeitet.HEIC", sideCar: "IMG_2.HEIC.supplemental-metadata.json", reason: .edited),
        // Its own JSON file, though it is called like the other half of another photo.
        Row(media: "IMG_3.HEIC", sideCar: "IMG_3.HEIC.json"),
        Row(media: "IMG_3.MOV", sideCar: "IMG_3.MOV.json"),
        Row(
            media: "Screenshot_2017-07-05-10-05-26.png",
            sideCar: "Screenshot_2017-07-05-10-05-26.png.supplementa.json"
        ),
        Row(media: uuid + ".jpeg", sideCar: uuid + ".jpeg.supp.json"),
        Row(media: uuid + "-modifié.jpeg", sideCar: uuid + ".jpeg.supp.json", reason: .edited),
        Row(
            media: "PXL_20230101_120000000.PORTRAIT-01.COVER.jpg",
            sideCar: "PXL_20230101_120000000.PORTRAIT-01.COVER.jpg..json"
        ),
        Row(media: long + "d.jpg", sideCar: long + ".json", reason: .cutName),
        Row(media: long + "d-編集済み.jpg", sideCar: long + ".json", reason: .edited),
        Row(
            media: "123456789123456789123456789123456789_DSCN0091.JPG",
            sideCar: "123456789123456789123456789123456789_DSCN0091.J.json",
            reason: .cutName
        ),
        Row(media: "PXL_20210102_221126856.MP.jpg", sideCar: "PXL_20210102_221126856.MP.jpg.json"),
        Row(media: "PXL_20210102_221126856.MP", sideCar: "PXL_20210102_221126856.MP.jpg.json", reason: .livePhoto),
        Row(media: "PXL_20210102_221126856.MP~2.jpg", sideCar: "PXL_20210102_221126856.MP.jpg.json", reason: .copy),
        Row(media: "20030616.jpg", sideCar: "20030616.json", reason: .title),
        Row(media: "Zoë & Ian_ 1_2.jpg", sideCar: "Zoë _ Ian_ 1_2.jpg.json", reason: .title),
        Row(media: "Фото ёлка-ha editado.jpg", sideCar: "Фото ёлка.jpg.su.json", reason: .edited),
        Row(media: "Фото ёлка.jpg", sideCar: "Фото ёлка.jpg.su.json"),
        Row(media: "photo-edytowane.png", sideCar: "photo.png.s.json", reason: .edited),
        Row(media: "photo.png", sideCar: "photo.png.s.json"),
        Row(media: "burst-2.jpg", sideCar: nil),
        Row(media: "burst.jpg", sideCar: "burst.jpg.json"),
        Row(media: "alone.jpg", sideCar: nil),
        Row(media: "alone(1).jpg", sideCar: "alone.jpg(1).json"),
        Row(media: "two (1).jpg", sideCar: "two (1).jpg.json"),
        Row(media: "x-y-edited.jpg", sideCar: "x-y.jpg.supplemental-metadata.json", reason: .edited),
        Row(media: "x-y.jpg", sideCar: "x-y.jpg.supplemental-metadata.json"),
        Row(media: ".jpg", sideCar: nil),
    ]

    private static let titles = [
        long + ".json": long + "d.jpg",
        "123456789123456789123456789123456789_DSCN0091.J.json": "123456789123456789123456789123456789_DSCN0091.JPG",
        "Zoë _ Ian_ 1_2.jpg.json": "Zoë & Ian: 1/2.jpg",
    ]

    private static func matching(_ media: [String], _ sideCars: [String], _ titles: [String: String]) -> TakeoutMatching
    {
        TakeoutMatching(
            media: media.map { FilePath("/t/Photos from 2020/" + $0) },
            sideCars: sideCars.map { FilePath("/t/Photos from 2020/" + $0) }
        ) { titles[$0.lastComponent.text] }
    }

    @Test(arguments: rows.indices) func `a file is matched by its name`(_ position: Int) {
        let sideCars = Set(Self.rows.compactMap(\.sideCar)).sorted() + ["nothing.jpg.json", "metadata.json"]
        let matching = Self.matching(Self.rows.map(\.media), sideCars, Self.titles)
        let row = Self.rows[position]
        #expect(matching.sideCar(of: position)?.lastComponent.text == row.sideCar)
        #expect(matching.matches[position]?.reason == (row.sideCar == nil ? nil : row.reason))
        #expect(Set(matching.unused.map(\.lastComponent.text)) == ["nothing.jpg.json", "metadata.json"])
    }

    @Test func `names that are equal after the cut are told apart by the titles`() throws {
        let stem = String(repeating: "wedding of somebody and another ", count: 2)
        // Photos are cut at 51 characters, JSON files at 46: what differs between is lost from the names of the latter.
        let media = [
            String(stem.prefix(46)) + "a.jpg", String(stem.prefix(46)) + "b.jpg", String(stem.prefix(46)) + "b(1).jpg",
        ]
        let sideCars = [
            String(stem.prefix(46)) + ".json", String(stem.prefix(46)) + "(1).json",
            String(stem.prefix(46)) + "(2).json",
        ]
        let titles = [
            sideCars[0]: stem.prefix(46) + "b first.jpg", sideCars[1]: stem.prefix(46) + "b second.jpg",
            sideCars[2]: stem.prefix(46) + "a and more.jpg",
        ].mapValues { String($0) }
        let matching = Self.matching(media, sideCars, titles)
        let found = media.indices.map { matching.sideCar(of: $0)?.lastComponent.text }
        #expect(found[0] == sideCars[2])
        // Of two that nothing tells apart each gets one.
        #expect(Set([found[1], found[2]]) == [sideCars[0], sideCars[1]])
    }

    @Test func `parts of a folder in several archives are one folder, and equal names stay in theirs`() {
        let media = ["/1/G/Rome/a.jpg", "/2/G/Rome/a.jpg", "/2/G/Rome/a-edited.jpg", "/1/G/Rome/b.jpg"]
        let sideCars = ["/2/G/Rome/a.jpg.json", "/1/G/Rome/a.jpg.json", "/2/G/Rome/b.jpg.json"]
        let matching = TakeoutMatching(media: media.map { FilePath($0) }, sideCars: sideCars.map { FilePath($0) }) {
            _ in
            nil
        }
        #expect(
            media.indices.map { matching.sideCar(of: $0)?.text } == [
                sideCars[1], sideCars[0], sideCars[0], sideCars[2],
            ]
        )
        #expect(matching.owner(of: 2)?.text == media[1])
    }

    @Test(arguments: [
        ("Photos from 2019", true), ("Fotos von 2019", true), ("2019年の写真", true), ("Zdjęcia z 2019", true),
        ("2016-08-20", false), ("Rome 2019", false), ("2019", true), ("Photos from 12019", false), ("20190101", false),
    ])
    func `folders of years are known in many languages`(_ name: String, _ isYear: Bool) {
        #expect(TakeoutFolderName.isYear(name) == isYear)
        #expect(TakeoutFolderName.mayBeYear(name) == !["Photos from 12019", "20190101"].contains(name))
    }
}
