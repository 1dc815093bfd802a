internal import JSONText
internal import LibraryModel

extension PhotoNotes {
    /// What Google Photos' JSON file says of a photo; nil when it is none.
    ///
    /// - The place is the one that Google shows, else the one that it read from the file; 0° 0° is none.
    /// - The names of people become keywords. Archived photos get the keyword `Archived`: hidden ones would be missing
    ///   from their albums. Those of the locked folder are hidden.
    init?(googleTakeout value: JSONValue) {
        self.init()
        guard PhotoNotes.isTakeout(value) else { return nil }
        originalName = value["title"]?.text
        date = value["photoTakenTime"]?["timestamp"]?.integer.flatMap { seconds in
            let (instant, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
            return overflow ? nil : instant
        }
        place = ["geoData", "geoDataExif"].lazy.compactMap { value[$0].flatMap(PhotoNotes.place) }.first
        caption = value["description"]?.text
        keywords = (value["people"]?.elements ?? []).compactMap { $0["name"]?.text }
        if value["archived"]?.isTrue == true { keywords.append(PhotoNotes.archived) }
        isFavorite = value["favorited"]?.isTrue == true
        isHidden = value["inLockedFolder"]?.isTrue == true
        isInTrash = value["trashed"]?.isTrue == true
    }

    /// The keyword of archived photos.
    static let archived = "Archived"

    /// Whether a JSON file is about a photo, and from Google Photos.
    static func isTakeout(_ value: JSONValue) -> Bool { value["photoTakenTime"]?["timestamp"] != nil }

    private static func place(_ value: JSONValue) -> Coordinate? {
        guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double,
            latitude != 0 || longitude != 0
        else { return nil }
        // Google writes 0 for an altitude that it does not know.
        let altitude = value["altitude"]?.double.flatMap { $0 == 0 ? nil : $0 }
        let place = Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
        return place.isValid ? place : nil
    }
}
