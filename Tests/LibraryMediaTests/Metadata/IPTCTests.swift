import LibraryModel
import Testing

@testable import MediaWorker

@Suite struct IPTCTests {
    @Test func `title, caption, keywords and date are read from IPTC`() throws {
        let block = Annotated.photoshop([
            (5, Array("Goalie".utf8)), (120, Array("Zoë\rin Rome".utf8)), (25, Array("Zoë".utf8)),
            (25, Array("Rome".utf8)), (55, Array("20240501".utf8)), (60, Array("143456+0200".utf8)),
        ])
        let metadata = try metadata(of: Annotated.jpeg(iptc: block))
        #expect(metadata.annotations.title == "Goalie")
        #expect(metadata.annotations.caption == "Zoë\nin Rome")
        #expect(metadata.annotations.keywords == ["Zoë", "Rome"])
        #expect(
            metadata.captureDate == CaptureDate(instant: 1_714_566_896_000_000, utcOffset: 7_200, source: .iptc)
        )
    }

    @Test func `text without a declared encoding is UTF-8 if valid, otherwise Windows-1252`() throws {
        let western = Annotated.photoshop([(5, [0x5A, 0x6F, 0xEB, 0x80])], isUTF8: false)
        #expect(try metadata(of: Annotated.jpeg(iptc: western)).annotations.title == "Zoë€")
        let unicode = Annotated.photoshop([(5, Array("Zoë".utf8))], isUTF8: false)
        #expect(try metadata(of: Annotated.jpeg(iptc: unicode)).annotations.title == "Zoë")
    }

    @Test func `any byte of a record may be wrong, and any may be the last`() {
        let block = Annotated.photoshop([
            (5, Array("Goalie".utf8)), (25, Array("a".utf8)), (55, Array("20240501".utf8)),
        ])
        var read = 0
        for index in block.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = block
                damaged[index] = value
                read += MetadataBlock(IPTCRecord(damaged)).annotations.title == "Goalie" ? 1 : 0
            }
        }
        #expect(read > block.count)
        for length in block.indices { _ = MetadataBlock(IPTCRecord(Array(block.prefix(length)))) }
    }
}
