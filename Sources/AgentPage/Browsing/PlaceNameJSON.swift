internal import PlaceNames

/// What may be said of a place: the page has the words.
struct PlaceNameJSON: Encodable {
    var name: String
    var country: String
    var relation: PlaceName.Relation
    var kilometres: Int

    /// Nil far from all towns.
    init?(of latitude: Double, _ longitude: Double) {
        guard let name = PlaceNames.standard.name(of: latitude, longitude) else { return nil }
        self.name = name.place.localizedName
        country = name.place.localizedCountry
        relation = name.relation
        kilometres = name.roundedKilometres
    }
}
