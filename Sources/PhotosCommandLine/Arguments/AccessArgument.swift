import LibraryModel

/// What `photos privacy set` takes for what an app may do: the one place where these words are explained.
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

    /// For example `full|limited`.
    static let alternatives = allCases.map(\.rawValue).joined(separator: "|")

    static let help = """
        full: see and change everything. limited: only the photos that you select for it. denied: nothing.
        ask: undecided, so that the app asks again.
        """
}
