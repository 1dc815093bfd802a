internal import LibraryModel

/// Removes datasets from an IPTC-IIM record, and resources from a Photoshop segment, without changing their lengths.
enum IPTCRemoval {
    /// Editorial facts: dates, writers, credit, copyright, language, program.
    private static let harmless: Set<UInt8> = [
        0, 3, 8, 10, 30, 35, 37, 38, 40, 42, 47, 50, 55, 60, 62, 63, 65, 70, 75, 80, 85, 110, 115, 116, 130, 131, 135,
    ]
    /// Name, edit status, category, supplemental categories, fixture, keywords, headline, caption and its writer.
    private static let captions: Set<UInt8> = [5, 7, 15, 20, 22, 25, 105, 120, 121, 122]
    /// Content location, city, sublocation, state, country.
    private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// Photoshop's resource numbers of the resolution and the IPTC record.
    private static let resolution = 0x03ED
    private static let record = 0x0404

    /// Bare datasets: the kept ones, followed by zeros.
    static func blanked(_ record: [UInt8], _ removal: MetadataRemoval) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        while offset + 5 <= record.count, record[offset] == 0x1C {
            let length = Int(record[offset + 3]) << 8 | Int(record[offset + 4])
            guard length < 0x8000, length <= record.count - offset - 5 else { break }
            let end = offset + 5 + length
            if record[offset + 1] == 1 || record[offset + 1] == 2 && keeps(record[offset + 2], removal) {
                result += record[offset..<end]
            }
            offset = end
        }
        return result + [UInt8](repeating: 0, count: record.count - result.count)
    }

    private static func keeps(_ number: UInt8, _ removal: MetadataRemoval) -> Bool {
        harmless.contains(number) || !removal.contains(.captions) && captions.contains(number)
            || !removal.contains(.location) && places.contains(number)
    }

    /// A Photoshop segment with or without its name; otherwise bare datasets.
    static func blankedPhotoshop(_ block: [UInt8], _ removal: MetadataRemoval) -> [UInt8] {
        var result = block
        let prefix = Array("Photoshop 3.0\0".utf8)
        var offset = block.starts(with: prefix) ? prefix.count : 0
        if offset == 0, block.first == 0x1C { return blanked(block, removal) }
        while block.hasText("8BIM", at: offset), offset + 12 <= block.count {
            let number = Int(block[offset + 4]) << 8 | Int(block[offset + 5])
            let name = Int(block[offset + 6]) + 1
            let lengthPosition = offset + 6 + name + name % 2
            guard lengthPosition + 4 <= block.count else { break }
            let length = block[lengthPosition..<lengthPosition + 4].reduce(0) { $0 << 8 | Int($1) }
            let body = lengthPosition + 4
            guard length <= block.count - body else { break }
            // People name resources, too.
            erase(offset + 7..<offset + 6 + name, of: &result)
            switch number {
            case resolution: break
            case record:
                result.replaceSubrange(
                    body..<body + length,
                    with: blanked(Array(block[body..<body + length]), removal)
                )
            default: erase(body..<body + length, of: &result)
            }
            offset = min(block.count, body + length + length % 2)
        }
        erase(offset..<block.count, of: &result)
        return result
    }

    private static func erase(_ range: Range<Int>, of bytes: inout [UInt8]) {
        bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
}
