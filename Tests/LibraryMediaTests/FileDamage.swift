import LibraryTestSupport

/// Damage to a file at its structures, by chance, and the same one for the same seed.
struct FileDamage: RandomNumberGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    /// What lengths, counts and offsets are set to.
    private static let numbers: [[UInt8]] = [
        [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0],
        [0xFF, 0xFF], [0, 0], [0, 1], [0xFF],
    ]

    mutating func applied(to sample: [UInt8]) -> [UInt8] {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
            let structures = FileStructures.offsets(in: bytes)
            let near = (structures.randomElement(using: &self) ?? 0) + Int.random(in: -1...12, using: &self)
            let place = min(max(near, 0), bytes.count - 1)
            switch Int.random(in: 0..<8, using: &self) {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...64, using: &self)))
            case 4:
                // A structure twice, or another one's place.
                let start = structures.randomElement(using: &self) ?? 0
                let end = min(bytes.count, start + Int.random(in: 1...256, using: &self))
                bytes.insert(contentsOf: Array(bytes[min(start, end)..<end]), at: place)
            default:
                guard let number = FileDamage.numbers.randomElement(using: &self) else { continue }
                let end = min(bytes.count, place + number.count)
                bytes.replaceSubrange(place..<end, with: number.prefix(end - place))
            }
        }
        return bytes
    }
}

/// Where the structures of a file begin, as far as they are whole.
enum FileStructures {
    static func offsets(in bytes: [UInt8]) -> [Int] {
        var offsets = Set(stride(from: 0, to: min(bytes.count, 64), by: 4))
        switch bytes.prefix(4) {
        case [0xFF, 0xD8, 0xFF, 0xE0], [0xFF, 0xD8, 0xFF, 0xE1], [0xFF, 0xD8, 0xFF, 0xDB]: segments(bytes, &offsets)
        case [0x89, 0x50, 0x4E, 0x47]: chunks(bytes, from: 8, isLittleEndian: false, trailer: 4, &offsets)
        case [0x52, 0x49, 0x46, 0x46]: chunks(bytes, from: 12, isLittleEndian: true, trailer: 0, &offsets)
        case [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]: directories(bytes, at: 0, &offsets)
        case [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]: largeDirectories(bytes, &offsets)
        case [0x47, 0x49, 0x46, 0x38]: blocks(bytes, &offsets)
        default: boxes(bytes, 0..<bytes.count, depth: 0, &offsets)
        }
        return offsets.filter { $0 < bytes.count }.sorted()
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int, isLittleEndian: Bool = false) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let slice = bytes[offset..<offset + count]
        return (isLittleEndian ? Array(slice.reversed()) : Array(slice)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// JPEG.
    private static func segments(_ bytes: [UInt8], _ offsets: inout Set<Int>) {
        var offset = 2
        while let marker = number(bytes, offset, 2), marker >> 8 == 0xFF, let length = number(bytes, offset + 2, 2) {
            offsets.formUnion([offset, offset + 2, offset + 4])
            // EXIF holds a TIFF file.
            if marker == 0xFFE1 { directories(bytes, at: offset + 10, &offsets) }
            if marker == 0xFFDA { return }
            offset += 2 + max(length, 2)
        }
    }

    /// PNG and RIFF.
    private static func chunks(
        _ bytes: [UInt8],
        from start: Int,
        isLittleEndian: Bool,
        trailer: Int,
        _ offsets: inout Set<Int>
    ) {
        var offset = start
        while let length = number(bytes, isLittleEndian ? offset + 4 : offset, 4, isLittleEndian: isLittleEndian) {
            offsets.formUnion([offset, offset + 4, offset + 8, offset + 8 + length])
            offset += 8 + length + trailer + (isLittleEndian ? length & 1 : 0)
        }
    }

    /// TIFF: each entry of each directory, and where the values lie.
    private static func directories(_ bytes: [UInt8], at base: Int, _ offsets: inout Set<Int>) {
        let isLittleEndian = number(bytes, base, 2) == 0x4949
        var open = number(bytes, base + 4, 4, isLittleEndian: isLittleEndian).map { [$0] } ?? []
        var seen: Set<Int> = []
        while let directory = open.popLast(), seen.insert(directory).inserted, seen.count < 16 {
            let start = base + directory
            guard let count = number(bytes, start, 2, isLittleEndian: isLittleEndian), count < 512 else { continue }
            offsets.insert(start)
            for entry in 0..<count {
                let place = start + 2 + entry * 12
                guard let tag = number(bytes, place, 2, isLittleEndian: isLittleEndian),
                    let value = number(bytes, place + 8, 4, isLittleEndian: isLittleEndian)
                else { break }
                offsets.formUnion([place, place + 2, place + 4, place + 8, base + value])
                if [0x8769, 0x8825, 0x014A].contains(tag) { open.append(value) }
            }
        }
    }

    /// BigTIFF: one directory, behind the pixels as libtiff writes it.
    private static func largeDirectories(_ bytes: [UInt8], _ offsets: inout Set<Int>) {
        let isLittleEndian = bytes[0] == 0x49
        guard let start = number(bytes, 8, 8, isLittleEndian: isLittleEndian),
            let count = number(bytes, start, 8, isLittleEndian: isLittleEndian), (0..<512).contains(count)
        else { return }
        offsets.insert(start)
        for entry in 0..<count {
            let place = start + 8 + entry * 20
            offsets.formUnion([place, place + 2, place + 4, place + 12])
            if let value = number(bytes, place + 12, 8, isLittleEndian: isLittleEndian) { offsets.insert(value) }
        }
    }

    /// GIF: extensions, descriptors of pictures, and the first of their parts.
    private static func blocks(_ bytes: [UInt8], _ offsets: inout Set<Int>) {
        guard bytes.count > 13 else { return }
        var offset = 13 + (bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1))
        while let kind = number(bytes, offset, 1), kind == 0x21 || kind == 0x2C {
            offsets.formUnion(offset..<offset + 12)
            if kind == 0x2C, let flags = number(bytes, offset + 9, 1) {
                offset += 11 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
            } else {
                offset += 2
            }
            offsets.insert(offset)
            while let size = number(bytes, offset, 1), size > 0 { offset += 1 + size }
            offset += 1
        }
    }

    /// JPEG 2000: the segments of the code stream, up to the packets.
    private static func codeStream(_ bytes: [UInt8], from start: Int, _ offsets: inout Set<Int>) {
        var offset = start + 2
        while let marker = number(bytes, offset, 2), marker >> 8 == 0xFF, let length = number(bytes, offset + 2, 2) {
            offsets.formUnion(offset..<offset + min(length + 2, 64))
            if marker == 0xFF93 { return }
            offset += 2 + max(length, 2)
        }
    }

    /// ISO base media files, and JPEG 2000.
    private static func boxes(_ bytes: [UInt8], _ range: Range<Int>, depth: Int, _ offsets: inout Set<Int>) {
        let containers = [
            "moov", "trak", "mdia", "minf", "stbl", "meta", "iprp", "ipco", "udta", "edts", "dinf", "jp2h",
        ]
        // Tables of items and properties, and codecs' configurations: every number of them counts.
        let tables = ["iloc", "iinf", "iref", "ipma", "pitm", "ispe", "pixi", "hvcC", "av1C", "colr", "stsd", "ihdr"]
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let size = number(bytes, offset, 4), size >= 8 {
            offsets.formUnion([offset, offset + 4, offset + 8, offset + 12])
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            let end = min(offset + size, range.upperBound)
            if tables.contains(type) { offsets.formUnion(offset..<min(end, offset + 256)) }
            if type == "jp2c" { codeStream(bytes, from: offset + 8, &offsets) }
            if containers.contains(type), depth < 8 {
                let start = offset + (type == "meta" ? 12 : 8)
                if start < end { boxes(bytes, start..<end, depth: depth + 1, &offsets) }
            }
            offset = end
        }
    }
}
