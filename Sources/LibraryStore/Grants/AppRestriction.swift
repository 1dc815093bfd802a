package import LibraryModel

/// What the administrator forbids an app.
package struct AppRestriction: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readWrite = AppRestriction(rawValue: 1 << 0)
    package static let addOnly = AppRestriction(rawValue: 1 << 1)
    /// Pickers. Enforced by the server, not the store.
    package static let picker = AppRestriction(rawValue: 1 << 2)

    package init(_ level: AccessLevel) {
        self =
            switch level {
            case .readWrite: .readWrite
            case .addOnly: .addOnly
            }
    }

    /// The part of the person's decision that the policy allows.
    func status(_ decided: AuthorizationStatus, for level: AccessLevel) -> AuthorizationStatus {
        contains(AppRestriction(level)) ? .restricted : decided
    }
}
