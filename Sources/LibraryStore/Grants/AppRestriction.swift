package import LibraryModel

/// What an administrator forbids an app.
package struct AppRestriction: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readWrite = AppRestriction(rawValue: 1 << 0)
    package static let addOnly = AppRestriction(rawValue: 1 << 1)
    /// Being given single photos by the person. Not the store's to enforce.
    package static let picker = AppRestriction(rawValue: 1 << 2)

    package init(_ level: AccessLevel) {
        self =
            switch level {
            case .readWrite: .readWrite
            case .addOnly: .addOnly
            }
    }

    /// What an app may do of what the person decided.
    func status(_ decided: AuthorizationStatus, for level: AccessLevel) -> AuthorizationStatus {
        contains(AppRestriction(level)) ? .restricted : decided
    }
}
