/// Files with blocks of metadata in them, as programs write them.
enum Annotated {
    /// A JPEG file with segments of EXIF, XMP and IPTC before its picture.
    static func jpeg(exif: TIFFFixture? = nil, xmp: String? = nil, iptc: [UInt8]? = nil) throws -> [UInt8] {
        var segments: [UInt8] = []
        func add(_ marker: UInt8, _ body: [UInt8]) {
            segments += [0xFF, marker] + TIFFFixture.big(body.count + 2, 2) + body
        }
        if let exif { add(0xE1, exif.exifBlock) }
        if let xmp { add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
        if let iptc { add(0xED, iptc) }
        let plain = try quarters()
        return Array(plain.prefix(2)) + segments + plain.dropFirst(2)
    }

    /// A packet with these properties, as the content of one description.
    static func packet(_ properties: String) -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
            xmlns:exifEX="http://cipa.jp/exif/1.0/" xmlns:lightroom="http://ns.adobe.com/lightroom/1.0/"
            xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
            xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
            xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#"
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
        \(properties)
        </rdf:Description></rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
    }

    static func bag(_ name: String, _ items: [String], kind: String = "Bag") -> String {
        let list = items.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return "<\(name)><rdf:\(kind)>\(list)</rdf:\(kind)></\(name)>"
    }

    static func alternatives(_ name: String, _ text: String) -> String {
        "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></\(name)>"
    }

    /// A Photoshop segment with an IPTC record of these datasets.
    static func photoshop(_ datasets: [(UInt8, [UInt8])], isUTF8: Bool = true) -> [UInt8] {
        func dataset(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) -> [UInt8] {
            [0x1C, record, number] + TIFFFixture.big(value.count, 2) + value
        }
        var record = isUTF8 ? dataset(1, 90, [0x1B, 0x25, 0x47]) : []
        for (number, value) in datasets { record += dataset(2, number, value) }
        // Another resource first, with a name and an odd length.
        let other: [UInt8] =
            Array("8BIM".utf8) + [0x04, 0x25, 2, 0x61, 0x62, 0] + TIFFFixture.big(3, 4) + [1, 2, 3, 0]
        let wanted: [UInt8] = Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + TIFFFixture.big(record.count, 4) + record
        return Array("Photoshop 3.0\0".utf8) + other + wanted
    }

    /// A PNG file of one pixel with chunks of texts before its picture. Checksums are the caller's picture's alone:
    /// readers of these chunks do not look at theirs.
    static func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
            let content = Array(type.utf8) + body
            return TIFFFixture.big(body.count, 4) + content + TIFFFixture.big(Int(checksum(content)), 4)
        }
        // One grey pixel: a filter byte and a value, stored by zlib without compression.
        let pixel: [UInt8] = [0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, 0x80, 0x00, 0x82, 0x00, 0x81]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", TIFFFixture.big(1, 4) + TIFFFixture.big(1, 4) + [8, 0, 0, 0, 0])
            + chunks.flatMap { chunk($0.0, $0.1) } + chunk("IDAT", pixel) + chunk("IEND", [])
    }

    static func pngXMP(_ packet: String) -> (String, [UInt8]) {
        ("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet.utf8))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }

    /// A GIF file of one pixel with Adobe's extension before it.
    static func gif(_ packet: String) -> [UInt8] {
        let trailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array(packet.utf8) + trailer
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    }
}
