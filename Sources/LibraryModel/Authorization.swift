/// How much of the library an app asks for. Raw values are those of Apple's `PHAccessLevel`.
package enum AccessLevel: UInt8, Sendable, CaseIterable {
    case addOnly = 1
    case readWrite = 2
}

/// What the person decided. Raw values are those of Apple's `PHAuthorizationStatus`.
package enum AuthorizationStatus: UInt8, Sendable, CaseIterable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// One app's standing with the library, as the person's privacy page shows it.
package struct AppGrant: Hashable, Sendable {
    /// Who the app is by evidence: for example `exe:/usr/bin/camera` or `flatpak:org.example.App`.
    package var app: String
    /// What the app says it is called. A claim, never identity.
    package var claimedName: String
    package var readWrite: AuthorizationStatus
    package var addOnly: AuthorizationStatus
    /// The number of assets that the person selected for it.
    package var selectedCount: Int
    /// When it last connected, in microseconds since 1970.
    package var lastUsed: Int64

    package init(
        app: String,
        claimedName: String,
        readWrite: AuthorizationStatus,
        addOnly: AuthorizationStatus,
        selectedCount: Int,
        lastUsed: Int64
    ) {
        self.app = app
        self.claimedName = claimedName
        self.readWrite = readWrite
        self.addOnly = addOnly
        self.selectedCount = selectedCount
        self.lastUsed = lastUsed
    }
}
