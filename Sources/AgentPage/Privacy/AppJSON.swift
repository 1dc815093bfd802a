internal import CivilDates
internal import LibraryModel
internal import PhotosAgent
internal import TerminalText

/// An app that has asked, for the privacy page.
struct AppJSON: Encodable {
    var app: String
    var evidence: AppEvidence
    var claimedName: String
    var readWrite: String
    var addOnly: String
    var selectedCount: Int
    var until: OrNull<String>
    var confirmsChanges: Bool
    var isSilenced: Bool
    var pickedCount: Int
    var lastPicked: OrNull<String>
    var lastUsed: OrNull<String>
    /// How many photos that were picked for it it can read now.
    var readablePickCount: Int
    /// It was given photos in pickers and never asked for more.
    var isPickerOnly: Bool
    /// It asked for access, and was not answered.
    var waitsForAnswer: Bool
    /// What the person has to know of the program.
    var warnings: [String]

    init(_ grant: AppGrant) {
        app = grant.app
        evidence = AppEvidence(app: grant.app)
        claimedName = grant.claimedName.shown
        readWrite = grant.readWrite.word
        addOnly = grant.addOnly.word
        selectedCount = grant.selectedCount
        until = OrNull(grant.until.map { DateText.universal($0) })
        confirmsChanges = grant.confirmsChanges
        isSilenced = grant.isSilenced
        pickedCount = grant.pickedCount
        lastPicked = OrNull(grant.lastPicked.map { DateText.universal($0) })
        lastUsed = OrNull(grant.lastUsed.map { DateText.universal($0) })
        readablePickCount = grant.readablePickCount
        isPickerOnly = grant.onlyUsedPicker
        waitsForAnswer = grant.waitsForAnswer
        warnings = ProgramText(grant).warnings
    }
}

extension AuthorizationStatus {
    /// As the page says it.
    var word: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        case .limited: "limited"
        }
    }

    /// A status that the person can choose.
    init(word: String) throws(RequestFailure) {
        guard let status = AuthorizationStatus.allCases.first(where: { $0.word == word && $0 != .restricted }) else {
            throw RequestFailure(400, "that is no status")
        }
        self = status
    }
}
