internal import CivilDates
internal import JSONText
internal import LibraryModel

extension PhotoNotes {
    /// What exiftool's JSON says of a photo, with or without the groups of tags (`XMP:Title`, `Title`), as osxphotos
    /// writes it, too; nil when it is something else. Dates without an offset are local time at the place of the photo.
    init?(exiftool value: JSONValue) {
        self.init()
        guard let tags = value.elements?.first ?? (value["SourceFile"] == nil ? nil : value),
            tags["SourceFile"] != nil || tags["ExifTool:ExifToolVersion"] != nil
        else { return nil }
        func first(_ names: String...) -> JSONValue? {
            let groups = ["XMP:", "XMP-dc:", "XMP-xmp:", "IPTC:", "EXIF:", "QuickTime:", "Composite:", ""]
            return names.lazy.flatMap { name in groups.lazy.compactMap { tags[$0 + name] } }.first
        }
        func texts(_ value: JSONValue?) -> [String] {
            switch value {
            case .array(let elements)?: elements.compactMap { PhotoNotes.word($0) }
            case let value?: [PhotoNotes.word(value)].compactMap { $0 }
            case nil: []
            }
        }
        title = texts(first("Title", "ObjectName")).first
        caption = texts(first("Description", "ImageDescription", "Caption-Abstract", "CaptionAbstract")).first
        var seen: Set<String> = []
        let names = ["Subject", "Keywords", "TagsList", "PersonInImage"].flatMap { texts(first($0)) }
        keywords = names.filter { seen.insert($0).inserted }
        rating = first("Rating")?.integer.flatMap { UInt32(exactly: $0) }
        date = PhotoNotes.date(
            texts(first("DateTimeOriginal", "CreationDate", "CreateDate")).first,
            offset: texts(first("OffsetTimeOriginal", "OffsetTime")).first
        )
        place = PhotoNotes.place(
            first("GPSLatitude")?.double,
            texts(first("GPSLatitudeRef")).first,
            first("GPSLongitude")?.double,
            texts(first("GPSLongitudeRef")).first,
            first("GPSAltitude")?.double
        )
    }

    /// A text, or a number that a keyword or a title happens to be.
    private static func word(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// `2020:04:11 12:00:00`, with an offset behind it or for itself.
    private static func date(_ text: String?, offset: String?) -> Int64? {
        guard let text else { return nil }
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).compactMap { Int64($0) }
        guard numbers.count == 6 else { return nil }
        let time = CivilTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5],
            microsecond: 0
        )
        guard time.isValid else { return nil }
        let behind = text.utf8.count > 19 ? String(text.dropFirst(19)) : nil
        return time.instant(offset: seconds(offset ?? behind) ?? 0)
    }

    /// `-04:00` in seconds; fractions of a second before it are left out.
    private static func seconds(_ text: String?) -> Int64? {
        guard let text, let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let parts = text[text.index(after: sign)...].split(separator: ":").compactMap { Int64($0) }
        guard parts.count == 2, (0...14).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
        return (parts[0] * 3600 + parts[1] * 60) * (text[sign] == "-" ? -1 : 1)
    }

    private static func place(
        _ latitude: Double?,
        _ south: String?,
        _ longitude: Double?,
        _ west: String?,
        _ altitude: Double?
    ) -> Coordinate? {
        guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
        let place = Coordinate(
            latitude: south?.hasPrefix("S") == true ? -latitude.magnitude : latitude,
            longitude: west?.hasPrefix("W") == true ? -longitude.magnitude : longitude,
            altitude: altitude
        )
        return place.isValid ? place : nil
    }
}
