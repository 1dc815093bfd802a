import Languages
import LibraryModel

/// The words of `photos privacy set` for what an app may do, and their help.
enum AccessArgument: String, CaseIterable {
    case full
    case limited
    case denied
    case ask

    var status: AuthorizationStatus {
        switch self {
        case .full: .authorized
        case .limited: .limited
        case .denied: .denied
        case .ask: .notDetermined
        }
    }

    static let words = allCases.map(\.rawValue)

    static var help: String {
        localized(
            """
            full: see and change everything. limited: only the photos that you select for it. denied: nothing. ask: \
            undecided, so that the app asks again.
            """
        )
    }
}
