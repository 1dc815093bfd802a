import LibraryModel
import LinuxSystem
import Testing

@testable import PhotoImport
@testable import PhotosCommandLine

@Suite struct AssetCompositionTests {
    private typealias Member = AssetComposition.Member

    private func still(_ family: FileFamily, date: Double? = nil, offset: Int32? = 0, id: String? = nil) -> Member {
        var metadata = MediaMetadata(kind: .image, contentType: "", pixelWidth: 1, pixelHeight: 1)
        metadata.captureDate = date.map {
            CaptureDate(instant: Int64($0 * 1e6), utcOffset: offset, source: .exifOriginal)
        }
        metadata.contentIdentifier = id
        return Member(family: family, metadata: metadata)
    }

    private func movie(
        _ duration: Double,
        date: Double? = nil,
        offset: Int32? = 0,
        id: String? = nil,
        isVideo: Bool = true
    ) -> Member {
        var member = still(.movie, date: date, offset: offset, id: id)
        member.metadata.kind = isVideo ? .video : .image
        member.metadata.duration = duration
        return member
    }

    /// For example `0p 1a, 2v`: members with the first letters of what they are, assets apart.
    private func composed(_ members: Member...) -> String {
        let letters: [ResourceKind: String] = [.photo: "p", .alternatePhoto: "a", .pairedVideo: "l", .video: "v"]
        return AssetComposition(members).assets().map { asset in
            asset.parts.map { "\($0.member)\(letters[$0.kind] ?? "?")" }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    @Test func `a RAW file and a photo are one asset, the photo first`() {
        #expect(composed(still(.raw), still(.photo)) == "1p 0a")
        #expect(composed(still(.raw, date: 5), still(.photo)) == "1p 0a")
        #expect(composed(still(.raw, date: 5), still(.photo, date: 7)) == "1p 0a")
    }

    @Test func `a RAW file and a photo of other moments stay apart`() {
        #expect(composed(still(.raw, date: 5), still(.photo, date: 9)) == "0p, 1p")
    }

    @Test func `several photos or RAW files of one name stay apart`() {
        #expect(composed(still(.raw), still(.photo), still(.photo)) == "0p, 1p, 2p")
        #expect(composed(still(.raw), still(.raw), still(.photo)) == "0p, 1p, 2p")
    }

    @Test func `one content identifier joins the halves of a Live Photo`() {
        #expect(composed(movie(60, id: "A"), still(.photo, id: "A")) == "1p 0l")
        #expect(composed(still(.photo), still(.photo, id: "A"), movie(3, id: "A")) == "0p, 1p 2l")
        #expect(composed(still(.photo, id: "B"), movie(3, date: 0, id: "A")) == "0p, 1v")
    }

    @Test func `differing identifiers keep the halves apart, whatever their dates say`() {
        #expect(composed(still(.photo, date: 1, id: "B"), movie(2, date: 1, id: "A")) == "0p, 1v")
    }

    @Test func `without identifiers length and dates decide`() {
        #expect(composed(still(.photo, date: 10), movie(3, date: 13)) == "0p 1l")
        #expect(composed(still(.photo, date: 10), movie(4, date: 7)) == "0p 1l")
        #expect(composed(still(.photo, date: 10), movie(4.01, date: 10)) == "0p, 1v")
        #expect(composed(still(.photo, date: 10), movie(3, date: 13.1)) == "0p, 1v")
        #expect(composed(still(.photo, date: 10), movie(0, date: 10)) == "0p, 1v")
        #expect(composed(still(.photo), movie(3, date: 10)) == "0p, 1v")
        #expect(composed(still(.photo, date: 10), movie(3)) == "0p, 1v")
        #expect(composed(still(.photo, date: 10), movie(3, date: 10), movie(3, date: 10)) == "0p, 1v, 2v")
    }

    @Test func `a Live Photo may have a RAW file, or be one`() {
        #expect(composed(still(.photo, id: "A"), still(.raw), movie(3, id: "A")) == "0p 1a 2l")
        #expect(composed(still(.raw, id: "A"), movie(3, id: "A")) == "0p 1l")
    }

    @Test func `what is not what its name says is not joined`() {
        #expect(composed(still(.photo, date: 1), movie(3, date: 1, isVideo: false)) == "0p, 1p")
    }

    @Test(
        arguments: [
            (0, 0, 0, true), (0, 3, 0, true), (0, -4, 0, false), (0, 7200, nil, true), (0, 7202, nil, true),
            (0, -20_697, nil, true), (0, 7204, nil, false), (0, 14 * 3600 + 3, nil, true),
            (0, 14 * 3600 + 900, nil, false), (0, 7200, 0, false),
        ] as [(Int64, Int64, Int32?, Bool)]
    )
    func `a date without offset agrees with whatever an offset can make of it`(
        _ one: Int64,
        _ other: Int64,
        _ offset: Int32?,
        _ agrees: Bool
    ) {
        let one = CaptureDate(instant: one * 1_000_000, utcOffset: 0, source: .container)
        let other = CaptureDate(instant: other * 1_000_000, utcOffset: offset, source: .exifOriginal)
        #expect(one.mayEqual(other, within: 3_000_000) == agrees)
        #expect(other.mayEqual(one, within: 3_000_000) == agrees)
    }

    @Test func `dates at the ends of time are compared without overflow`() {
        let first = CaptureDate(instant: .min, utcOffset: nil, source: .exif)
        let last = CaptureDate(instant: .max, utcOffset: 0, source: .exif)
        #expect(!first.mayEqual(last, within: 3_000_000))
        #expect(first.mayEqual(first, within: 0))
    }

    @Test func `files are grouped by folder and stem, and only with other families`() {
        let names = [
            "x/a.jpg", "x/a.NEF", "y/a.mov", "x/b.jpg", "x/b.jpeg", "x/c.mov", "x/c.png", "x/c.HEIC", "x/d", "x/.jpg",
            "x/e.MP4", "x/e.JPG", "x/f.mp4",
        ]
        let groups = FileGroup.groups(of: names.map { FoundFile(path: FilePath($0), size: 0) })
        #expect(
            groups.map { $0.files.map(\.path.text) } == [
                ["x/a.jpg", "x/a.NEF"], ["y/a.mov"], ["x/b.jpg"], ["x/b.jpeg"], ["x/c.mov", "x/c.HEIC"], ["x/c.png"],
                ["x/d"], ["x/.jpg"], ["x/e.MP4", "x/e.JPG"], ["x/f.mp4"],
            ]
        )
    }

    @Test func `a photo has files within a limit, itself first; further ones are photos of their own`() {
        let photo = FoundFile(path: "x/a.jpg", size: 0)
        let edits = (0..<200).map { number in
            var edit = FoundFile(path: FilePath("x/a-edited\(number).jpg"), size: 0)
            edit.relation = FoundFile.Relation(kind: .edited, owner: photo.path)
            return edit
        }
        let groups = FileGroup.groups(of: edits + [photo])
        #expect(groups.map(\.files.count) == [FileGroup.maximumFiles] + Array(repeating: 1, count: 137))
        #expect(groups.first?.files.first == photo)
    }
}
