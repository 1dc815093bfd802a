/// A town of the list.
package struct Place: Hashable, Sendable {
    package var name: String
    package var country: String
    /// The middle, in degrees.
    package var latitude: Double
    package var longitude: Double
    /// How many people live there, to a thousand.
    package var population: Int

    /// The name for people: "Kyoto, Japan", or "Singapore" where the town is the country.
    package var title: String { name == country ? name : "\(name), \(country)" }

    /// How far it reaches from its middle, in kilometres. The list says nothing of that, but towns of as many people
    /// are about as large: 4 km for 15,000, 15 km for a million and a half, 35 km for ten.
    package var radius: Double { 3 + Double(population).squareRoot() / 100 }

    /// What lies within its radius, and a little more.
    package var area: GeographicArea { GeographicArea(around: latitude, longitude, kilometres: radius) }
}

/// The nearest town of the list, and what may be said of it.
///
/// Within a town's radius a photo is "in" it, up to `nearby` kilometres beyond it is "near" it, and up to
/// `PlaceNames.farthest` kilometres from its middle the distance is said. Farther away nothing is said.
package struct PlaceName: Hashable, Sendable {
    package enum Relation: String, Hashable, Sendable, Encodable {
        case inside = "in"
        case near
        case away
    }

    /// Kilometres beyond a town's radius that are still near it.
    package static let nearby = 10.0

    package var place: Place
    /// To the middle.
    package var kilometres: Double

    package var relation: Relation {
        if kilometres <= place.radius { return .inside }
        return kilometres <= place.radius + PlaceName.nearby ? .near : .away
    }

    /// The distance to say: steps of 5 km, for nobody knows where a town has its middle.
    package var roundedKilometres: Int { Int((kilometres / 5).rounded()) * 5 }

    /// For people, in English.
    package var text: String {
        switch relation {
        case .inside: place.title
        case .near: "near \(place.title)"
        case .away: "\(roundedKilometres) km from \(place.title)"
        }
    }
}
