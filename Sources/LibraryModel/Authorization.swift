/// How much of the library an app asks for. Raw values are those of Apple's `PHAccessLevel`.
package enum AccessLevel: UInt8, Sendable, CaseIterable {
    case addOnly = 1
    case readWrite = 2
}

/// The person's decision. Raw values are those of Apple's `PHAuthorizationStatus`.
package enum AuthorizationStatus: UInt8, Sendable, CaseIterable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// The outcome of an app's requests for access. Raw values are on the wire and in the database.
package enum AccessRequest: UInt8, CaseIterable, Sendable {
    /// It never asked, and there is no decision.
    case never = 0
    case unanswered = 1
    case answered = 2
}

/// An app's grants and preferences, as the person's privacy page shows them.
package struct AppGrant: Hashable, Sendable {
    /// The app's identity, for example `exe:/usr/bin/camera` or `flatpak:org.example.App`.
    package var app: String
    /// The app's claimed name, never identity.
    package var claimedName: String
    package var readWrite: AuthorizationStatus
    package var addOnly: AuthorizationStatus
    /// The number of assets that the person selected for it.
    package var selectedCount: Int
    /// When it last read or changed anything, in microseconds since 1970, exact to a minute; nil for never.
    package var lastUsed: Int64?
    /// When read access expires, in microseconds since 1970.
    package var until: Int64?
    /// The person confirms changes to what the app did not add.
    package var confirmsChanges: Bool
    /// Prompts of the app are not shown.
    package var isSilenced: Bool
    /// How many photos the person picked for it, and when last, in microseconds since 1970.
    package var pickedCount: Int
    package var lastPicked: Int64?
    /// How many of them it can read now.
    package var readablePickCount: Int
    package var request: AccessRequest
    /// Its grants lapsed because its executable was replaced.
    package var isReplaced: Bool
    /// It gets no places of photos, by whatever way.
    package var hidesPlaces: Bool
    /// The servers that the person decided about, by their text.
    package var uploadDestinations: [UploadDestination] = []
    /// What it did, latest day first: at most `AppDay.keptDays`.
    package var days: [AppDay] = []

    /// It only used pickers and never asked for access.
    package var onlyUsedPicker: Bool { isUndecided && request == .never && lastPicked != nil }

    /// It has asked for access, and the person has not decided.
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
        isReplaced: Bool = false,
        hidesPlaces: Bool = false
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
        self.hidesPlaces = hidesPlaces
    }
}
