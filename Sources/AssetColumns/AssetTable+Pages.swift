package import LibraryModel

/// Pages of properties. `check` is called for every chunk, and ends the work by throwing.
extension AssetTable {
    /// What a reader gets of an asset.
    package struct PageReader {
        fileprivate let hidesPlaces: Bool
        fileprivate let includesDeleted: Bool
        fileprivate let firstDeletedShelf: UInt8
        /// The flags of each shelf.
        fileprivate let flags: [AssetPage.Flags]

        /// Assets in Recently Deleted have the last shelves, from `firstDeletedShelf` on. `flags`: 256 of them.
        package init(
            hidesPlaces: Bool,
            includesDeleted: Bool,
            firstDeletedShelf: UInt8,
            flags: [AssetPage.Flags]
        ) {
            precondition(flags.count == Int(UInt8.max) + 1)
            self.hidesPlaces = hidesPlaces
            self.includesDeleted = includesDeleted
            self.firstDeletedShelf = firstDeletedShelf
            self.flags = flags
        }
    }

    /// Returns properties in the order of `ids`. Assets that the reader does not get lack `exists`. `hints` is empty or
    /// has a row for each identifier, 0 for none; a row with another identifier is ignored.
    package func page(
        of ids: [ObjectID],
        hints: [RowHint],
        _ reader: PageReader,
        check: () throws -> Void
    ) throws -> AssetPage {
        var page = AssetPage(ids)
        var bursts: [(position: Int, identifier: String)] = []
        let hinted = hints.indices.lazy.filter { hints[$0] != 0 }.map { Entry(row: hints[$0], position: $0) }
        var filled = try fill(Array(hinted), &page, reader, &bursts, check)
        if filled < ids.count {
            // A hint finds assets in Recently Deleted too; an identifier finds them last.
            let missing = ids.indices.lazy.filter { page.flags[$0] == 0 }.compactMap { position in
                (self.row(of: ids[position]) { $0 < reader.firstDeletedShelf }
                    ?? self.row(of: ids[position]) { $0 >= reader.firstDeletedShelf })
                    .map { Entry(row: $0, position: position) }
            }
            filled += try fill(Array(missing), &page, reader, &bursts, check)
        }
        page.burstIdentifiers = bursts.sorted { $0.position < $1.position }.map(\.identifier)
        return page
    }

    /// A row, and its position in the page.
    private struct Entry {
        /// The row in the upper half, the position in the lower: one number to sort by.
        private let bits: UInt64

        init(row: UInt32, position: Int) { bits = UInt64(row) << 32 | UInt64(UInt32(truncatingIfNeeded: position)) }

        var row: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
        var position: Int { Int(UInt32(truncatingIfNeeded: bits)) }

        static func < (left: Entry, right: Entry) -> Bool { left.bits < right.bits }
    }

    /// Fills the positions whose rows have their identifiers and are for the reader. Returns their number.
    private func fill(
        _ entries: [Entry],
        _ page: inout AssetPage,
        _ reader: PageReader,
        _ bursts: inout [(position: Int, identifier: String)],
        _ check: () throws -> Void
    ) throws -> Int {
        var entries = entries
        if zip(entries, entries.dropFirst()).contains(where: { $1 < $0 }) { entries.sort { $0 < $1 } }
        var filled = 0
        var next = 0
        var matches: [Match] = []
        while next < entries.count {
            try check()
            let number = entries[next].row / AssetTable.chunkRows
            let start = next
            while next < entries.count, entries[next].row / AssetTable.chunkRows == number { next += 1 }
            guard Int(number) < chunks.count else { continue }
            let chunk = chunks[Int(number)]
            matches.removeAll(keepingCapacity: true)
            for entry in entries[start..<next] {
                let (slot, isFound) = chunk.columns.slot(of: entry.row)
                guard isFound, isSame(chunk.columns.ids[slot], page.ids[entry.position]),
                    reader.includesDeleted || chunk.columns.shelf[slot] < reader.firstDeletedShelf
                else { continue }
                matches.append(Match(slot: slot, position: entry.position))
            }
            chunk.columns.copy(Matches(matches), to: &page, reader, &bursts)
            filled += matches.count
        }
        return filled
    }
}

/// The same as `==`, which is not inlined across modules, and this is done for each of a million assets.
private func isSame(_ left: ObjectID, _ right: ObjectID) -> Bool { left.high == right.high && left.low == right.low }

/// An asset of a chunk, and its position in a page.
private struct Match {
    let slot: Int
    let position: Int
}

/// Assets of a chunk, and whether they and their positions are one stretch each, as those of a fetch of all are: then
/// columns are copied as wholes.
private struct Matches {
    let all: [Match]
    let isStretch: Bool

    init(_ all: [Match]) {
        self.all = all
        isStretch = zip(all, all.dropFirst()).allSatisfy { $1.slot == $0.slot + 1 && $1.position == $0.position + 1 }
    }
}

extension ChunkColumns {
    /// Copies assets to their positions, column by column.
    fileprivate func copy(
        _ matches: Matches,
        to page: inout AssetPage,
        _ reader: AssetTable.PageReader,
        _ bursts: inout [(position: Int, identifier: String)]
    ) {
        typealias Flags = AssetPage.Flags
        var (hasPlaces, hasAltitudes) = (false, false)
        for match in matches.all {
            let flags = Flags(
                traits: traits[match.slot],
                isFavorite: favorite[match.slot] != 0,
                shelf: reader.flags[Int(shelf[match.slot])],
                hasPlace: place[match.slot] != 0 && !reader.hidesPlaces
            )
            page.flags[match.position] = flags.rawValue
            if flags.contains(.hasLocation) { hasPlaces = true }
            if flags.contains(.hasAltitude) { hasAltitudes = true }
            if flags.contains(.hasBurstIdentifier) {
                bursts.append((match.position, burstIdentifiers[rows[match.slot]] ?? ""))
            }
        }
        copy(kind, matches, to: &page.mediaKind) { UInt32($0) }
        copy(subtypes, matches, to: &page.mediaSubtypes) { $0 }
        copy(pixelWidth, matches, to: &page.pixelWidth) { $0 }
        copy(pixelHeight, matches, to: &page.pixelHeight) { $0 }
        copy(duration, matches, to: &page.duration) { $0 }
        copy(creationDate, matches, to: &page.creationDate) { $0 == AssetRecord.undated ? 0 : $0 }
        let modified = reader.hidesPlaces ? unplacedModificationDate ?? modificationDate : modificationDate
        copy(modified, matches, to: &page.modificationDate) { $0 }
        copy(addedDate, matches, to: &page.addedDate) { $0 }
        copy(rating, matches, to: &page.rating) { UInt32($0) }
        guard hasPlaces || hasAltitudes else { return }
        if hasPlaces, page.latitude.isEmpty {
            page.latitude = [Double](repeating: 0, count: page.count)
            page.longitude = page.latitude
        }
        if hasAltitudes, page.altitude.isEmpty { page.altitude = [Double](repeating: 0, count: page.count) }
        guard let coordinates else { return }
        for match in matches.all {
            let flags = Flags(rawValue: page.flags[match.position])
            if flags.contains(.hasLocation) {
                page.latitude[match.position] = coordinates[match.slot].latitude
                page.longitude[match.position] = coordinates[match.slot].longitude
            }
            if flags.contains(.hasAltitude) { page.altitude[match.position] = coordinates[match.slot].altitude }
        }
    }

    @inline(__always)
    private func copy<Source, Target>(
        _ column: [Source],
        _ matches: Matches,
        to target: inout [Target],
        _ convert: (Source) -> Target
    ) {
        guard let first = matches.all.first else { return }
        guard matches.isStretch else {
            let column = column.span
            var target = target.mutableSpan
            for match in matches.all { target[match.position] = convert(column[match.slot]) }
            return
        }
        // The bounds are checked once, so that the loop becomes vector instructions.
        let count = matches.all.count
        unsafe column.withUnsafeBufferPointer { column in
            let column = column.extracting(first.slot..<first.slot + count)
            unsafe target.withUnsafeMutableBufferPointer { target in
                let target = target.extracting(first.position..<first.position + count)
                for offset in 0..<count { unsafe target[offset] = convert(column[offset]) }
            }
        }
    }
}
