package import LibraryModel

/// The form of asset properties in memory that the server hands over: a header, a directory, and the columns.
///
/// PROTOCOL.md, section 6, describes it. Reading trusts nothing: `init` checks each number against the size of the
/// memory, so that `page` reads within it.
package struct AssetColumnsLayout: Sendable {
    /// The number of assets.
    package let count: Int
    /// Where each column is.
    private let places: [Column: Range<Int>]
    private let burstIdentifiers: [String]

    /// Their numbers are those of the fields of the message `AssetColumns`.
    fileprivate enum Column: UInt32, CaseIterable {
        case flags = 1
        case mediaKind
        case mediaSubtypes
        case pixelWidth
        case pixelHeight
        case duration
        case creationDate
        case modificationDate
        case addedDate
        case latitude
        case longitude
        case altitude
        case rating
        /// Texts, each with a NUL at its end.
        case burstIdentifiers

        /// Bytes of a value.
        var width: Int {
            switch self {
            case .flags, .mediaKind, .mediaSubtypes, .pixelWidth, .pixelHeight, .rating: 4
            case .duration, .creationDate, .modificationDate, .addedDate, .latitude, .longitude, .altitude: 8
            case .burstIdentifiers: 1
            }
        }

        var isOptional: Bool {
            switch self {
            case .latitude, .longitude, .altitude, .burstIdentifiers: true
            default: false
            }
        }
    }

    fileprivate static let magic: [UInt8] = Array("PHCOLUMN".utf8)
    fileprivate static let version: UInt32 = 1
    /// Written in the byte order of the machine.
    fileprivate static let byteOrderMark: UInt32 = 0x0102_0304
    fileprivate static let headerSize = 32
    fileprivate static let entrySize = 24
    /// Columns start at multiples of this.
    private static let alignment = 8
    fileprivate static func aligned(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
    /// Entries of the directory. Later versions may have more columns, which this one skips.
    private static let maximumColumns = 64

    /// Reads the header and the directory of memory with `count` assets. Throws `protocolViolation` for a malformed
    /// one.
    package init(_ memory: Span<UInt8>, count: Int) throws(LibraryError) {
        guard memory.count >= AssetColumnsLayout.headerSize,
            AssetColumnsLayout.magic.indices.allSatisfy({ memory[$0] == AssetColumnsLayout.magic[$0] })
        else { throw .malformedColumns("no header") }
        guard memory.number(at: 12, of: UInt32.self) == AssetColumnsLayout.byteOrderMark else {
            throw .malformedColumns("another byte order")
        }
        let version = memory.number(at: 8, of: UInt32.self)
        guard version == AssetColumnsLayout.version else { throw .malformedColumns("version \(version)") }
        guard memory.number(at: 16, of: UInt64.self) == UInt64(count) else {
            throw .malformedColumns("another number of assets than announced")
        }
        let columns = Int(memory.number(at: 24, of: UInt32.self))
        let directoryEnd = AssetColumnsLayout.headerSize + columns * AssetColumnsLayout.entrySize
        guard columns <= AssetColumnsLayout.maximumColumns, directoryEnd <= memory.count else {
            throw .malformedColumns("a directory of \(columns) columns")
        }
        var places: [Column: Range<Int>] = [:]
        for entry in stride(
            from: AssetColumnsLayout.headerSize,
            to: directoryEnd,
            by: AssetColumnsLayout.entrySize
        ) {
            guard let offset = Int(exactly: memory.number(at: entry + 8, of: UInt64.self)),
                let length = Int(exactly: memory.number(at: entry + 16, of: UInt64.self)),
                offset >= directoryEnd, offset <= memory.count, length <= memory.count - offset
            else { throw .malformedColumns("a column outside of the memory") }
            guard let column = Column(rawValue: memory.number(at: entry, of: UInt32.self)) else { continue }
            guard memory.number(at: entry + 4, of: UInt32.self) == column.width,
                column == .burstIdentifiers || length == count * column.width,
                places.updateValue(offset..<offset + length, forKey: column) == nil
            else { throw .malformedColumns("column \(column) of another width or length") }
        }
        guard Column.allCases.allSatisfy({ $0.isOptional || places[$0] != nil }),
            (places[.latitude] == nil) == (places[.longitude] == nil)
        else { throw .malformedColumns("a column is missing") }
        self.count = count
        self.places = places
        burstIdentifiers = try AssetColumnsLayout.burstIdentifiers(memory, places, count)
    }

    private static func burstIdentifiers(
        _ memory: Span<UInt8>,
        _ places: [Column: Range<Int>],
        _ count: Int
    ) throws(LibraryError) -> [String] {
        var texts: [String] = []
        if let place = places[.burstIdentifiers] {
            var text: [UInt8] = []
            for position in place {
                if memory[position] != 0 { text.append(memory[position]); continue }
                texts.append(String(decoding: text, as: UTF8.self))
                text.removeAll(keepingCapacity: true)
            }
            guard text.isEmpty else { throw .malformedColumns("a text without an end") }
        }
        guard texts.count == rowsOfBursts(memory, places, 0..<count) else {
            throw .malformedColumns("another number of burst identifiers than assets of bursts")
        }
        return texts
    }

    private static func rowsOfBursts(_ memory: Span<UInt8>, _ places: [Column: Range<Int>], _ rows: Range<Int>) -> Int {
        guard let start = places[.flags]?.lowerBound else { return 0 }
        return rows.count { row in
            AssetPage.Flags(rawValue: memory.number(at: start + row * 4, of: UInt32.self)).contains(.hasBurstIdentifier)
        }
    }

    /// The properties of some assets, without their identifiers. `memory`: that of `init`. `rows` are in `0..<count`.
    package func page(_ rows: Range<Int>, in memory: Span<UInt8>) -> AssetPage {
        func values<Value: BitwiseCopyable>(_ column: Column, _ zero: Value) -> [Value] {
            guard let place = places[column] else { return [] }
            let width = column.width
            let bytes = memory.extracting(
                place.lowerBound + rows.lowerBound * width..<place.lowerBound + rows.upperBound * width
            )
            var values = [Value](repeating: zero, count: rows.count)
            unsafe values.withUnsafeMutableBytes { target in
                unsafe bytes.withUnsafeBufferPointer { source in
                    unsafe target.copyMemory(from: UnsafeRawBufferPointer(source))
                }
            }
            return values
        }
        var page = AssetPage()
        page.flags = values(.flags, 0)
        page.mediaKind = values(.mediaKind, 0)
        page.mediaSubtypes = values(.mediaSubtypes, 0)
        page.pixelWidth = values(.pixelWidth, 0)
        page.pixelHeight = values(.pixelHeight, 0)
        page.duration = values(.duration, 0)
        page.creationDate = values(.creationDate, 0)
        page.modificationDate = values(.modificationDate, 0)
        page.addedDate = values(.addedDate, 0)
        page.latitude = values(.latitude, 0)
        page.longitude = values(.longitude, 0)
        page.altitude = values(.altitude, 0)
        page.rating = values(.rating, 0)
        if !burstIdentifiers.isEmpty {
            let first = AssetColumnsLayout.rowsOfBursts(memory, places, 0..<rows.lowerBound)
            let number = AssetColumnsLayout.rowsOfBursts(memory, places, rows)
            page.burstIdentifiers = Array(burstIdentifiers[first..<first + number])
        }
        return page
    }
}

extension AssetPage {
    /// Writes the page, without its identifiers, as `AssetColumnsLayout` reads it. `write` gets the parts in order.
    package func writeColumns<Failure>(
        _ write: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        typealias Layout = AssetColumnsLayout
        let bursts = burstIdentifiers.flatMap { Array($0.utf8.prefix { $0 != 0 }) + [0] }
        func length(_ column: Layout.Column) -> Int {
            switch column {
            case .latitude, .longitude: latitude.count * column.width
            case .altitude: altitude.count * column.width
            case .burstIdentifiers: bursts.count
            default: count * column.width
            }
        }
        let columns = Layout.Column.allCases.filter { !$0.isOptional || length($0) > 0 }
        var start = Layout.magic
        func append<Number: FixedWidthInteger>(_ number: Number) {
            unsafe withUnsafeBytes(of: number) { unsafe start.append(contentsOf: $0) }
        }
        append(Layout.version)
        append(Layout.byteOrderMark)
        append(UInt64(count))
        append(UInt32(columns.count))
        append(UInt32(0))
        var offset = Layout.headerSize + columns.count * Layout.entrySize
        for column in columns {
            append(column.rawValue)
            append(UInt32(column.width))
            append(UInt64(offset))
            append(UInt64(length(column)))
            offset += Layout.aligned(length(column))
        }
        try write(start.span)
        for column in columns {
            switch column {
            case .flags: try AssetPage.write(flags, write)
            case .mediaKind: try AssetPage.write(mediaKind, write)
            case .mediaSubtypes: try AssetPage.write(mediaSubtypes, write)
            case .pixelWidth: try AssetPage.write(pixelWidth, write)
            case .pixelHeight: try AssetPage.write(pixelHeight, write)
            case .duration: try AssetPage.write(duration, write)
            case .creationDate: try AssetPage.write(creationDate, write)
            case .modificationDate: try AssetPage.write(modificationDate, write)
            case .addedDate: try AssetPage.write(addedDate, write)
            case .latitude: try AssetPage.write(latitude, write)
            case .longitude: try AssetPage.write(longitude, write)
            case .altitude: try AssetPage.write(altitude, write)
            case .rating: try AssetPage.write(rating, write)
            case .burstIdentifiers: try AssetPage.write(bursts, write)
            }
        }
    }

    /// Writes a column, and fills it up to the start of the next one.
    private static func write<Value: BitwiseCopyable, Failure>(
        _ values: [Value],
        _ write: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe values.withUnsafeBufferPointer { (values: UnsafeBufferPointer<Value>) throws(Failure) -> Void in
            let bytes = unsafe UnsafeRawBufferPointer(values).bindMemory(to: UInt8.self)
            try unsafe write(bytes.span)
        }
        let size = values.count * MemoryLayout<Value>.stride
        let missing = AssetColumnsLayout.aligned(size) - size
        if missing > 0 { try write([UInt8](repeating: 0, count: missing).span) }
    }
}

extension Span<UInt8> {
    /// A number in the byte order of the machine. Stops the program when it is not within the bytes.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, of type: Number.Type) -> Number
    {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }
}

extension LibraryError {
    fileprivate static func malformedColumns(_ what: String) -> LibraryError {
        LibraryError(.protocolViolation, "memory with asset columns: \(what)")
    }
}
