import Languages
import PlaceNames

extension PlaceName {
    /// For people, in their language. The names themselves are those of the list.
    var localizedText: String {
        switch relation {
        case .inside: place.title
        case .near: localized("near {place}", ["place": place.title])
        case .away: localized("{kilometres} km from {place}", ["kilometres": roundedKilometres, "place": place.title])
        }
    }
}
