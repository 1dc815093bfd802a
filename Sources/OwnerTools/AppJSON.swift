internal import CivilDates
package import InstalledPrograms
package import LibraryClient
package import LibraryModel
internal import LinuxSystem
internal import TerminalText

/// An app and what it may do, as JSON: what `photos privacy list --json` prints, and what the page reads and exports.
///
/// Statuses are PhotoKit's: `authorized`, `limited`, `denied`, `restricted`, `notDetermined`. Keys without a value are
/// left out.
package struct AppJSON: Encodable, Hashable {
    /// Its identity.
    var app: String
    var evidence: AppEvidence
    /// What it says it is called.
    var claimedName: String
    var readWrite: String
    var addOnly: String
    /// When access to read ends.
    var until: String?
    /// How many photos the person selected for it.
    var selectedCount: Int
    /// Their identifiers, in the full description of an app with limited access.
    var selection: [String]?
    var confirmsChanges: Bool
    var isSilenced: Bool
    /// It gets no places of photos.
    var hidesPlaces: Bool
    /// The servers that the person decided about.
    var uploadDestinations: [Destination]
    /// It was given photos in pickers, and has never asked for more.
    var onlyUsedPicker: Bool
    /// It has asked for access, and was not answered.
    var waitsForAnswer: Bool
    /// What was allowed has lapsed, because another program has replaced the one that it was allowed to.
    var isReplaced: Bool
    /// How many photos were picked for it, how many of them it can read now, and when one was picked last.
    var pickedCount: Int
    var readablePickCount: Int
    var lastPicked: String?
    /// When it last read or changed anything.
    var lastUsed: String?
    /// What it did, by day, latest first.
    var days: [Day]
    /// What it may do and what to beware of, in words for people.
    var summary: String
    var warnings: [String]

    /// A server that it may send photos to, or not.
    struct Destination: Encodable, Hashable {
        /// `https://host`, with a port if need be.
        var origin: String
        var isAllowed: Bool
        /// Also at an address of this machine or of the person's own networks.
        var allowsLocal: Bool

        init(_ destination: UploadDestination) {
            origin = destination.origin.text
            isAllowed = destination.isAllowed
            allowsLocal = destination.allowsLocal
        }
    }

    /// What it did on a day. Numbers of photos; 10,001 is more than 10,000.
    struct Day: Encodable, Hashable {
        /// For example `2024-05-01`.
        var date: String
        var lookedAt: Int
        /// Whose properties it read.
        var read: Int
        /// Whose files it got.
        var taken: Int
        var changed: Int
        var added: Int
        var deleted: Int
        /// In words for people.
        var summary: String

        init(_ day: AppDay) {
            let words = AppDayText(day, zone: .local, now: WallClock.microseconds())
            date = words.date
            (lookedAt, read, taken) = (day.lookedAt, day.read, day.taken)
            (changed, added, deleted) = (day.changed, day.added, day.deleted)
            summary = words.deeds
        }
    }

    package init(
        _ grant: AppGrant,
        selection: [ObjectID]? = nil,
        _ programs: InstalledPrograms = .ofThisMachine
    ) {
        app = grant.app
        evidence = AppEvidence(app: grant.app, programs)
        claimedName = grant.claimedName.sanitized
        readWrite = grant.readWrite.name
        addOnly = grant.addOnly.name
        until = grant.until.map { DateText.universal($0) }
        selectedCount = grant.selectedCount
        self.selection = selection?.map { LocalIdentifier(.asset, $0).string }
        confirmsChanges = grant.confirmsChanges
        isSilenced = grant.isSilenced
        hidesPlaces = grant.hidesPlaces
        uploadDestinations = grant.uploadDestinations.map { Destination($0) }
        onlyUsedPicker = grant.onlyUsedPicker
        waitsForAnswer = grant.waitsForAnswer
        isReplaced = grant.isReplaced
        pickedCount = grant.pickedCount
        readablePickCount = grant.readablePickCount
        lastPicked = grant.lastPicked.map { DateText.universal($0) }
        lastUsed = grant.lastUsed.map { DateText.universal($0) }
        days = grant.days.map { Day($0) }
        let words = AccessSummary(grant)
        summary = words.access
        warnings = words.warnings
    }

    /// The full description, with the app's selection.
    package init(
        _ grant: AppGrant,
        from client: LibraryClient,
        _ programs: InstalledPrograms = .ofThisMachine
    ) throws(LibraryError) {
        let selection = grant.readWrite == .limited ? try client.selection(ofApp: grant.app) : nil
        self.init(grant, selection: selection, programs)
    }
}
