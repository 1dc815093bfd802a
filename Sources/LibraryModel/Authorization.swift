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

/// What came of an app's asking for access. Raw values are on the wire and in the database.
package enum AccessRequest: UInt8, CaseIterable, Sendable {
    /// It never asked, and nothing was decided about it.
    case never = 0
    case unanswered = 1
    case answered = 2
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
    /// When it last read or changed anything, in microseconds since 1970, exact to a minute; nil for never.
    package var lastUsed: Int64?
    /// When access to read ends, in microseconds since 1970.
    package var until: Int64?
    /// Changes to what the app did not add are confirmed by the person.
    package var confirmsChanges: Bool
    /// The person does not want to see its prompts.
    package var isSilenced: Bool
    /// How many photos the person gave it in pickers, and when last, in microseconds since 1970.
    package var pickedCount: Int
    package var lastPicked: Int64?
    /// How many of them it can read now.
    package var readablePickCount: Int
    package var request: AccessRequest
    /// What was allowed has lapsed, because another program is in the place of the one that it was allowed to.
    package var isReplaced: Bool

    /// It was given photos in pickers, and has never asked for more.
    package var onlyUsedPicker: Bool { isUndecided && request == .never && lastPicked != nil }

    /// It has asked for access, and the person has not said anything.
    package var waitsForAnswer: Bool { isUndecided && request == .unanswered }

    private var isUndecided: Bool { readWrite == .notDetermined && addOnly == .notDetermined }

    package init(
        app: String,
        claimedName: String,
        readWrite: AuthorizationStatus,
        addOnly: AuthorizationStatus,
        selectedCount: Int,
        lastUsed: Int64? = nil,
        until: Int64? = nil,
        confirmsChanges: Bool = true,
        isSilenced: Bool = false,
        pickedCount: Int = 0,
        lastPicked: Int64? = nil,
        readablePickCount: Int = 0,
        request: AccessRequest = .never,
        isReplaced: Bool = false
    ) {
        self.app = app
        self.claimedName = claimedName
        self.readWrite = readWrite
        self.addOnly = addOnly
        self.selectedCount = selectedCount
        self.lastUsed = lastUsed
        self.until = until
        self.confirmsChanges = confirmsChanges
        self.isSilenced = isSilenced
        self.pickedCount = pickedCount
        self.lastPicked = lastPicked
        self.readablePickCount = readablePickCount
        self.request = request
        self.isReplaced = isReplaced
    }
}
