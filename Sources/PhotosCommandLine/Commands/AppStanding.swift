import CivilDates
import LibraryModel

/// What an app may do, in words.
struct AppStanding {
    var grant: AppGrant
    var zone: TimeZoneOffsets = .local

    /// For example `limited, 3 photos, until 2026-12-24 00:00:00 +01:00`.
    var access: String {
        var words = [grant.readWrite.word]
        if grant.readWrite == .limited { words.append(AppStanding.photos(grant.selectedCount)) }
        if let until = grant.until { words.append("until \(DateText.local(until, zone: zone))") }
        return words.joined(separator: ", ")
    }

    /// What else is to be said of it: that it was not answered, and how it is treated otherwise than other apps.
    var notes: String {
        var words: [String] = []
        if grant.isReplaced { words.append("another program than was allowed") }
        if grant.waitsForAnswer { words.append("not answered") }
        if grant.isSilenced { words.append("silenced") }
        if !grant.confirmsChanges { words.append("changes without confirmation") }
        return words.joined(separator: ", ")
    }

    /// When it last read or changed anything.
    var lastUsed: String { grant.lastUsed.map { DateText.local($0, zone: zone) } ?? "never" }

    static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
}

/// An app's standing for programs.
struct AppJSON: Encodable, Hashable {
    var app: String
    var claimedName: String
    var access: String
    var addOnly: String
    var until: String?
    var selected: Int
    /// The photos that a limited app sees.
    var photos: [String]?
    var confirmsChanges: Bool
    var isSilenced: Bool
    var onlyUsedPicker: Bool
    /// It asked for access, and was not answered.
    var waitsForAnswer: Bool
    /// What was allowed has lapsed: another program is in the place of the one that it was allowed to.
    var isReplaced: Bool
    var pickedCount: Int
    /// How many of them it can read now.
    var readablePicks: Int
    var lastPicked: String?
    /// When it last read or changed anything.
    var lastUsed: String?

    init(_ grant: AppGrant, selection: [ObjectID]?) {
        app = grant.app
        claimedName = grant.claimedName
        access = grant.readWrite.word
        addOnly = grant.addOnly.word
        until = grant.until.map(DateText.universal)
        selected = grant.selectedCount
        photos = selection?.map { LocalIdentifier(.asset, $0).string }
        confirmsChanges = grant.confirmsChanges
        isSilenced = grant.isSilenced
        onlyUsedPicker = grant.onlyUsedPicker
        waitsForAnswer = grant.waitsForAnswer
        isReplaced = grant.isReplaced
        readablePicks = grant.readablePickCount
        pickedCount = grant.pickedCount
        lastPicked = grant.lastPicked.map(DateText.universal)
        lastUsed = grant.lastUsed.map(DateText.universal)
    }
}

extension AuthorizationStatus {
    /// What the tool calls the status.
    var word: String {
        switch self {
        case .notDetermined: "ask"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "full"
        case .limited: "limited"
        }
    }

    /// A status that a person can decide on.
    init?(word: String) {
        switch word {
        case "ask": self = .notDetermined
        case "denied": self = .denied
        case "full": self = .authorized
        case "limited": self = .limited
        default: return nil
        }
    }
}
