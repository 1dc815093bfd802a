internal import Languages
internal import LibraryModel
internal import PlaceNames
internal import TerminalText

/// A place as a person writes it: the name of a town, with its country or without, or degrees north and east.
enum PlaceText {
    /// What a text means; the largest of several towns.
    static func coordinate(of text: String) throws(RequestFailure) -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        if let place = degrees(parts) ?? town(parts) { return place }
        throw RequestFailure(
            400,
            localized(
                "“{text}” is no place that is known. Degrees are written as 46.5, 7.25.",
                ["text": text.sanitized]
            )
        )
    }

    private static func degrees(_ parts: [String]) -> Coordinate? {
        let angles = parts.compactMap { Double($0) }
        guard parts.count == 2, angles.count == 2 else { return nil }
        let place = Coordinate(latitude: angles[0], longitude: angles[1])
        return place.isValid ? place : nil
    }

    private static func town(_ parts: [String]) -> Coordinate? {
        guard let name = parts.first, parts.count <= 2 else { return nil }
        let countries = parts.count == 2 ? CountryNames.standard.countries(named: parts[1]) : nil
        return PlaceNames.standard.places(named: name).first { countries?.contains($0.country) ?? true }
            .map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    }
}
