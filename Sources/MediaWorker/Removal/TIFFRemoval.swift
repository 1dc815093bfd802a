internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes entries from the directories of a TIFF file or an EXIF block (`KeptTag`). Kept values stay in place; in a
/// block, unreferenced bytes become zero.
struct TIFFRemoval {
    /// The most directories of a file: one per page, and previews. Scanned books have some hundreds.
    private static let maximumDirectories = 4_000
    /// The most entries of a directory. Real ones have fewer than 100.
    private static let maximumEntries = 1_024
    /// The most strips and tiles of an image, and directories below one.
    private static let maximumParts = 1 << 18
    /// The nesting depth of JPEG in EXIF in JPEG: an image, its thumbnail, and nothing in that.
    static let maximumDepth = 2

    private enum Kind { case pictures, exif, places }

    private let source: ByteSource
    private let base: Int
    private let isLittleEndian: Bool
    private let removal: MetadataRemoval
    private let depth: Int
    private let isFile: Bool
    private var visited: Set<Int> = []
    private var kept: [Range<Int>] = []
    private var erased: [Range<Int>] = []
    private var patches = PatchList()

    private init?(_ source: ByteSource, base: Int, _ removal: MetadataRemoval, depth: Int, isFile: Bool) {
        guard depth <= TIFFRemoval.maximumDepth, let header = source.bytes(at: base, 8) else { return nil }
        switch (header[0], header[1], header[2], header[3]) {
        case (0x49, 0x49, 42, 0): isLittleEndian = true
        case (0x4D, 0x4D, 0, 42): isLittleEndian = false
        default: return nil
        }
        self.source = source
        self.base = base
        self.removal = removal
        self.depth = depth
        self.isFile = isFile
        kept = [base..<base + 8]
    }

    /// Throws if kept and dropped values of a file overlap.
    static func removeFromFile(
        _ source: ByteSource,
        _ removal: MetadataRemoval,
        _ patches: inout PatchList
    ) throws(LibraryError) {
        guard var tiff = TIFFRemoval(source, base: 0, removal, depth: 0, isFile: true) else { throw .notRemovable }
        tiff.patches = patches
        try tiff.walkChain()
        guard !tiff.erased.overlaps(tiff.kept) else { throw .notRemovable }
        patches = tiff.patches
    }

    /// An EXIF block from `base` on. An unreadable one becomes zero from there on, and so does one with overlapping
    /// structures, because the result could be read differently.
    static func blanked(_ block: [UInt8], base: Int = 0, _ removal: MetadataRemoval, depth: Int) -> [UInt8] {
        guard let result = cleared(block, base: base, removal, depth: depth),
            result == block || cleared(result, base: base, removal, depth: depth) == result
        else { return zeroed(block, base: base) }
        return result
    }

    private static func zeroed(_ block: [UInt8], base: Int) -> [UInt8] {
        Array(block.prefix(base)) + [UInt8](repeating: 0, count: max(0, block.count - base))
    }

    /// Nil for an unreadable block.
    private static func cleared(_ block: [UInt8], base: Int, _ removal: MetadataRemoval, depth: Int) -> [UInt8]? {
        guard var tiff = TIFFRemoval(ByteSource(block), base: base, removal, depth: depth, isFile: false) else {
            return nil
        }
        do throws(LibraryError) {
            try tiff.walkChain()
            let changed = try tiff.patches.applied(to: block)
            var result = zeroed(block, base: base)
            for range in tiff.kept { result.replaceSubrange(range, with: changed[range]) }
            return result
        } catch {
            return nil
        }
    }

    // MARK: Directories

    private mutating func walkChain() throws(LibraryError) {
        guard let header = source.bytes(at: base + 4, 4), isDirectory(number(header[...])) else { throw .notRemovable }
        var next = number(header[...])
        while next != 0, !visited.contains(next) { next = try walk(next, .pictures) }
    }

    private func isDirectory(_ offset: Int) -> Bool {
        guard offset > 0, let count = source.bytes(at: base + offset, 2).map({ number($0[...]) }) else { return false }
        return count <= TIFFRemoval.maximumEntries && source.bytes(at: base + offset + 2, count * 12) != nil
    }

    /// The offset of the next directory, 0 for none.
    private mutating func walk(_ offset: Int, _ kind: Kind) throws(LibraryError) -> Int {
        guard visited.insert(offset).inserted else { return 0 }
        guard visited.count <= TIFFRemoval.maximumDirectories else { throw .notRemovable }
        let start = base + offset
        guard let head = source.bytes(at: start, 2), let table = source.bytes(at: start + 2, number(head[...]) * 12)
        else { throw .notRemovable }
        var entries: [UInt8] = []
        var parts: [Int: Entry] = [:]
        for place in stride(from: 0, to: table.count, by: 12) {
            guard let entry = entry(table[place..<place + 12]) else { continue }
            guard try keeps(entry, kind) else { continue }
            entries += table[place..<place + 12]
            if kind == .pictures { parts[entry.tag] = entry }
        }
        // Blocks often end without it.
        let link = source.bytes(at: start + 2 + table.count, 4) ?? []
        let next = kind == .pictures && isDirectory(number(link[...])) ? number(link[...]) : 0
        let rest = [UInt8](repeating: 0, count: table.count - entries.count + (next == 0 ? link.count : 0))
        patches.replace(
            at: start,
            head + table + link,
            by: bytes(entries.count / 12, 2) + entries + (next == 0 ? [] : link) + rest
        )
        kept.append(start..<start + 2 + table.count + link.count)
        try keepPictures(parts)
        return next
    }

    // MARK: Entries

    private struct Entry {
        var tag: Int
        var type: Int
        var size: Int
        var count: Int
        /// Of the value, when it is not in the entry.
        var range: Range<Int>?
        var inline: [UInt8]
    }

    /// Nil for an entry without a valid value.
    private func entry(_ bytes: ArraySlice<UInt8>) -> Entry? {
        let start = bytes.startIndex
        let inline = Array(bytes[(start + 8)...])
        let head = TIFFDirectory.Entry(
            type: number(bytes[start + 2..<start + 4]),
            count: number(bytes[start + 4..<start + 8]),
            inlineBytes: inline
        )
        guard let size = head.elementSize else { return nil }
        let (length, overflow) = head.count.multipliedReportingOverflow(by: size)
        guard !overflow else { return nil }
        var entry = Entry(
            tag: number(bytes[start..<start + 2]),
            type: head.type,
            size: size,
            count: head.count,
            range: nil,
            inline: inline
        )
        if length > 4 {
            let offset = base + number(inline[...])
            guard offset <= source.count, length <= source.count - offset else { return nil }
            entry.range = offset..<offset + length
        }
        return entry
    }

    /// Returns whether an entry stays; overwrites the dropped part of its value.
    private mutating func keeps(_ entry: Entry, _ kind: Kind) throws(LibraryError) -> Bool {
        let tag = UInt16(truncatingIfNeeded: entry.tag)
        let fate = kind == .places ? KeptTag.ofPlaces(tag) : KeptTag(tag, removal)
        switch fate {
        case .keep:
            if let range = entry.range { kept.append(range) }
            return true
        case .drop: return drop(entry)
        case .xmp: return blank(entry) { XMPRemoval.blanked($0, $1) }
        case .iptc: return blank(entry) { IPTCRemoval.blanked($0, $1) }
        case .photoshop: return blank(entry) { IPTCRemoval.blankedPhotoshop($0, $1) }
        case .directory:
            let directories = numbers(entry)
            guard !directories.isEmpty, directories.allSatisfy({ isDirectory($0) }) else { return drop(entry) }
            let kind: Kind = tag == 0x014A ? .pictures : tag == 0x8825 ? .places : .exif
            for directory in directories { _ = try walk(directory, kind) }
            if let range = entry.range { kept.append(range) }
            return true
        case .places:
            if let directory = numbers(entry).first, isDirectory(directory) { eraseDirectory(directory) }
            return false
        case .makerNote: return keepsBytes(entry, starting: "Apple iOS\0")
        case .userComment: return keepsBytes(entry, starting: "ASCII\0\0\0Screenshot")
        }
    }

    private mutating func drop(_ entry: Entry) -> Bool {
        if let range = entry.range { erase(range) }
        return false
    }

    private mutating func keepsBytes(_ entry: Entry, starting text: StaticString) -> Bool {
        guard let range = entry.range, source.prefix(at: range.lowerBound, range.count).hasText(text, at: 0) else {
            return drop(entry)
        }
        kept.append(range)
        return true
    }

    private mutating func blank(_ entry: Entry, _ blanked: ([UInt8], MetadataRemoval) -> [UInt8]) -> Bool {
        guard let range = entry.range, range.count <= XMPPacket.maximumSize,
            let old = source.bytes(at: range.lowerBound, range.count)
        else { return drop(entry) }
        patches.replace(at: range.lowerBound, old, by: blanked(old, removal))
        kept.append(range)
        return true
    }

    private mutating func eraseDirectory(_ offset: Int) {
        let start = base + offset
        guard let head = source.bytes(at: start, 2), let table = source.bytes(at: start + 2, number(head[...]) * 12)
        else { return }
        for place in stride(from: 0, to: table.count, by: 12) {
            if let range = entry(table[place..<place + 12])?.range { erase(range) }
        }
        erase(start..<start + 2 + table.count)
    }

    /// In a block, everything that is not kept becomes zero anyway.
    private mutating func erase(_ range: Range<Int>) {
        guard isFile else { return }
        patches.erase(range, of: source)
        erased.append(range)
    }

    // MARK: Pictures

    /// Keeps strips, tiles and thumbnails; embedded JPEG files lose their metadata.
    private mutating func keepPictures(_ entries: [Int: Entry]) throws(LibraryError) {
        for (offsets, counts) in [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)] {
            guard let places = entries[offsets], let sizes = entries[counts] else { continue }
            for (place, size) in zip(numbers(places), numbers(sizes)) {
                let start = base + place
                guard start <= source.count, size > 0 else { continue }
                let range = start..<start + min(size, source.count - start)
                kept.append(range)
                guard source.prefix(at: start, 3) == [0xFF, 0xD8, 0xFF] else { continue }
                var jpeg = JPEGRemoval(source, removal, depth: depth + 1)
                try jpeg.removeFromHeader(range, &patches)
            }
        }
    }

    // MARK: Numbers

    private func numbers(_ entry: Entry) -> [Int] {
        guard [3, 4, 13].contains(entry.type), entry.count <= TIFFRemoval.maximumParts else { return [] }
        let bytes = entry.range.flatMap { source.bytes(at: $0.lowerBound, $0.count) } ?? entry.inline
        return (0..<entry.count).map { number(bytes[$0 * entry.size..<($0 + 1) * entry.size]) }
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isLittleEndian ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        let big = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return isLittleEndian ? big.reversed() : big
    }
}

extension [Range<Int>] {
    /// Whether any range overlaps another.
    fileprivate func overlaps(_ others: [Range<Int>]) -> Bool {
        let all = (map { ($0, true) } + others.map { ($0, false) }).filter { !$0.0.isEmpty }
            .sorted { $0.0.lowerBound < $1.0.lowerBound }
        var ends = (own: 0, others: 0)
        for (range, isOwn) in all {
            if range.lowerBound < (isOwn ? ends.others : ends.own) { return true }
            if isOwn {
                ends.own = Swift.max(ends.own, range.upperBound)
            } else {
                ends.others = Swift.max(ends.others, range.upperBound)
            }
        }
        return false
    }
}
