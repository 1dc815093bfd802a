internal import LibraryModel

/// The encoding of former values in the database: a byte for the case, then its parts. Numbers have 8 bytes, least
/// significant first; texts and bytes follow their length.
extension FormerValue {
    private enum Tag {
        static let nothing: UInt8 = 0
        static let there: UInt8 = 1
        static let number: UInt8 = 2
        static let date: UInt8 = 3
        static let place: UInt8 = 4
        static let text: UInt8 = 5
        static let texts: UInt8 = 6
        static let position: UInt8 = 7
        static let trashed: UInt8 = 8
        static let edit: UInt8 = 9
        static let collection: UInt8 = 10
        /// An edit, and its movie behind it.
        static let editWithMovie: UInt8 = 11
    }

    var bytes: [UInt8] {
        var writer = FormerValueWriter()
        switch self {
        case .nothing: writer.bytes = [Tag.nothing]
        case .there: writer.bytes = [Tag.there]
        case .number(let number):
            writer.bytes = [Tag.number]
            writer.append(number)
        case .date(let date, let offset, let source):
            writer.bytes = [Tag.date]
            writer.append(date)
            writer.append(offset)
            writer.append(source)
        case .place(let place):
            writer.bytes = [Tag.place]
            writer.append(place.latitude)
            writer.append(place.longitude)
            writer.append(place.altitude.map { Int64(bitPattern: $0.bitPattern) })
        case .text(let text):
            writer.bytes = [Tag.text]
            writer.append(Array(text.utf8))
        case .texts(let texts):
            writer.bytes = [Tag.texts]
            writer.append(Int64(texts.count))
            for text in texts { writer.append(Array(text.utf8)) }
        case .position(let container, let position):
            writer.bytes = [Tag.position]
            writer.append(container)
            writer.append(position)
        case .trashed(let time):
            writer.bytes = [Tag.trashed]
            writer.append(time)
        case .edit(let edit):
            writer.bytes = [edit.movie == nil ? Tag.edit : Tag.editWithMovie]
            writer.append(edit)
            if let movie = edit.movie { writer.append(movie) }
        case .collection(let collection):
            writer.bytes = [Tag.collection]
            writer.append(collection)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(LibraryError) {
        var reader = FormerValueReader(bytes)
        switch try reader.byte() {
        case Tag.nothing: self = .nothing
        case Tag.there: self = .there
        case Tag.number: self = .number(try reader.integer())
        case Tag.date:
            self = .date(
                try reader.integer(),
                offset: try reader.optionalInteger(),
                source: try reader.optionalInteger()
            )
        case Tag.place:
            self = .place(
                Coordinate(
                    latitude: try reader.real(),
                    longitude: try reader.real(),
                    altitude: try reader.optionalInteger().map { Double(bitPattern: UInt64(bitPattern: $0)) }
                )
            )
        case Tag.text: self = .text(try reader.text())
        case Tag.texts:
            var texts: [String] = []
            for _ in 0..<(try reader.count()) { texts.append(try reader.text()) }
            self = .texts(texts)
        case Tag.position: self = .position(container: try reader.integer(), try reader.integer())
        case Tag.trashed: self = .trashed(try reader.integer())
        case Tag.edit: self = .edit(try reader.edit())
        case Tag.editWithMovie:
            var edit = try reader.edit()
            edit.movie = try reader.movie()
            self = .edit(edit)
        case Tag.collection: self = .collection(try reader.collection())
        default: throw FormerValueReader.damaged
        }
    }
}

private struct FormerValueWriter {
    var bytes: [UInt8] = []

    mutating func append(_ number: Int64) {
        let bits = UInt64(bitPattern: number)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    }

    mutating func append(_ number: Double) { append(Int64(bitPattern: number.bitPattern)) }

    mutating func append(_ number: Int64?) {
        bytes.append(number == nil ? 0 : 1)
        if let number { append(number) }
    }

    mutating func append(_ part: [UInt8]) {
        append(Int64(part.count))
        bytes += part
    }

    mutating func append(_ edit: FormerEdit) {
        let picture = edit.picture
        for text in [edit.formatIdentifier, edit.formatVersion, picture.path, picture.filename, picture.contentType] {
            append(Array(text.utf8))
        }
        append(edit.data)
        append(picture.digest)
        for number in [picture.size, picture.pixelWidth, picture.pixelHeight] { append(number) }
    }

    mutating func append(_ movie: FormerMovie) {
        for text in [movie.file.path, movie.file.filename, movie.file.contentType] { append(Array(text.utf8)) }
        append(movie.file.digest)
        for number in [movie.file.size, movie.file.pixelWidth, movie.file.pixelHeight] { append(number) }
        append(movie.duration)
        append(movie.stillTime.map { Int64(bitPattern: $0.bitPattern) })
    }

    mutating func append(_ collection: FormerCollection) {
        append(Array(collection.title.utf8))
        append(collection.owner)
        append(collection.ownerModificationDate)
        append(collection.container)
        append(collection.position)
        append(collection.record ?? [])
        append(Int64(collection.members.count))
        for member in collection.members {
            append(member.row)
            append(member.position)
        }
    }
}

struct FormerValueReader {
    static let damaged = LibraryError(.internal, "a former value in the library is damaged")

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() throws(LibraryError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw FormerValueReader.damaged }
        return byte
    }

    mutating func integer() throws(LibraryError) -> Int64 {
        guard rest.count >= 8 else { throw FormerValueReader.damaged }
        let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return Int64(bitPattern: bits)
    }

    mutating func real() throws(LibraryError) -> Double { Double(bitPattern: UInt64(bitPattern: try integer())) }

    mutating func optionalInteger() throws(LibraryError) -> Int64? { try byte() == 0 ? nil : try integer() }

    /// Throws for a count beyond the bytes left: each entry takes at least one.
    mutating func count() throws(LibraryError) -> Int {
        guard let count = Int(exactly: try integer()), (0...rest.count).contains(count) else {
            throw FormerValueReader.damaged
        }
        return count
    }

    mutating func part() throws(LibraryError) -> [UInt8] {
        let count = try count()
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() throws(LibraryError) -> String { String(decoding: try part(), as: UTF8.self) }

    mutating func edit() throws(LibraryError) -> FormerEdit {
        let texts = [try text(), try text(), try text(), try text(), try text()]
        let data = try part()
        return FormerEdit(
            formatIdentifier: texts[0],
            formatVersion: texts[1],
            data: data,
            picture: try file(texts[2], filename: texts[3], contentType: texts[4])
        )
    }

    mutating func movie() throws(LibraryError) -> FormerMovie {
        let texts = [try text(), try text(), try text()]
        return FormerMovie(
            file: try file(texts[0], filename: texts[1], contentType: texts[2]),
            duration: try real(),
            stillTime: try optionalInteger().map { Double(bitPattern: UInt64(bitPattern: $0)) }
        )
    }

    private mutating func file(
        _ path: String,
        filename: String,
        contentType: String
    ) throws(LibraryError) -> FormerFile {
        FormerFile(
            path: path,
            digest: try part(),
            filename: filename,
            contentType: contentType,
            size: try integer(),
            pixelWidth: try integer(),
            pixelHeight: try integer()
        )
    }

    mutating func collection() throws(LibraryError) -> FormerCollection {
        let title = try text()
        let owner = try optionalInteger()
        let date = try optionalInteger()
        let (container, position) = (try integer(), try integer())
        let record = try part()
        var members: [FormerCollection.Member] = []
        for _ in 0..<(try count()) {
            members.append(FormerCollection.Member(row: try integer(), position: try integer()))
        }
        return FormerCollection(
            title: title,
            owner: owner,
            ownerModificationDate: date,
            container: container,
            position: position,
            record: record.isEmpty ? nil : record,
            members: members
        )
    }
}
