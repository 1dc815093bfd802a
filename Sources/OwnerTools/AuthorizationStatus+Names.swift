package import LibraryModel

// PhotoKit's names of what an app may do, as JSON has them.

extension AuthorizationStatus {
    package var name: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        case .limited: "limited"
        }
    }

    /// Nil for any other text.
    package init?(name: String) {
        guard let status = AuthorizationStatus.allCases.first(where: { $0.name == name }) else { return nil }
        self = status
    }
}

extension AccessLevel {
    package var name: String {
        switch self {
        case .addOnly: "addOnly"
        case .readWrite: "readWrite"
        }
    }

    /// Nil for any other text.
    package init?(name: String) {
        switch name {
        case "addOnly": self = .addOnly
        case "readWrite": self = .readWrite
        default: return nil
        }
    }
}
