import Languages
import PlaceNames

extension PlaceName {
    /// For people, in their language. Towns are called as in the list.
    var localizedText: String {
        let title = place.localizedTitle
        return switch relation {
        case .inside: title
        case .near: localized("near {place}", ["place": title])
        case .away: localized("{kilometres} km from {place}", ["kilometres": roundedKilometres, "place": title])
        }
    }
}
