package import CivilDates
package import LibraryModel
internal import LinuxSystem
internal import TerminalText

/// What an app may do, in words for people, shared by the command line, the page and the terminal. Safe to print to a
/// terminal.
package struct AccessSummary {
    private let grant: AppGrant
    private let zone: TimeZoneOffsets
    private let now: Int64

    /// `now`: microseconds since 1970.
    package init(_ grant: AppGrant, zone: TimeZoneOffsets = .local, now: Int64 = WallClock.microseconds()) {
        self.grant = grant
        self.zone = zone
        self.now = now
    }

    /// For example `limited, 3 photos`.
    package var access: String {
        if grant.onlyUsedPicker { return "picked \(AccessSummary.photos(grant.pickedCount))" }
        switch grant.readWrite {
        case .authorized: return "full access"
        case .limited: return "limited, \(AccessSummary.photos(grant.selectedCount))"
        case .restricted, .denied, .notDetermined: break
        }
        if grant.isRestricted { return "restricted" }
        if grant.addOnly == .authorized { return "add only" }
        if grant.readWrite == .denied || grant.addOnly == .denied { return "no access" }
        return grant.waitsForAnswer ? "not answered" : "asks"
    }

    /// The expiry and the preferences that differ from the defaults; empty when there are none.
    package var preferences: String {
        var words: [String] = []
        if let until = grant.until { words.append("until \(DateText.minute(until, zone: zone))") }
        if grant.hidesPlaces { words.append("without places") }
        if grant.isSilenced { words.append("silenced") }
        if !grant.onlyUsedPicker && !grant.confirmsChanges { words.append("changes without asking") }
        return words.joined(separator: ", ")
    }

    /// Whether it may add photos, where that was decided on its own; else nil.
    package var adding: String? {
        if grant.onlyUsedPicker { return nil }
        return switch grant.addOnly {
        case .authorized: "allowed"
        case .denied, .limited: "not allowed"
        case .restricted: "restricted"
        case .notDetermined: grant.readWrite == .notDetermined ? "asks" : nil
        }
    }

    /// When it was used last, and when photos were last picked for an app that only ever picked.
    package var lastUsed: String {
        if grant.onlyUsedPicker { return grant.lastPicked.map { "picked \(DateText.minute($0, zone: zone))" } ?? "" }
        return grant.lastUsed.map { "used \(DateText.minute($0, zone: zone))" } ?? "never used"
    }

    /// What it did on the latest day on which it did anything, for example `today: 3 photos looked at`; empty when
    /// nothing is known of it.
    package var latestDeeds: String { grant.days.first.map { line(AppDayText($0, zone: zone, now: now)) } ?? "" }

    private func line(_ day: AppDayText) -> String { "\(day.name): \(day.deeds)" }

    /// What the person has to know before deciding about the app.
    package var warnings: [String] {
        grant.isReplaced ? [AccessSummary.changed + ": it has to ask again."] : []
    }

    /// Of a program whose file is another one now.
    package static let changed = "This program has changed since you allowed it"

    /// Everything about it, a line each.
    package var facts: [(name: String, text: String)] {
        let evidence = AppEvidence(app: grant.app)
        var facts = [("is", "\(evidence.kindName) \(evidence.text)")]
        if !grant.claimedName.isEmpty { facts.append(("calls itself", grant.claimedName.quoted)) }
        facts.append(("access", [access, preferences].filter { !$0.isEmpty }.joined(separator: ", ")))
        if let adding { facts.append(("adding", adding)) }
        if grant.isRestricted { facts.append(("set by", "an administrator: it cannot be changed here")) }
        if grant.pickedCount > 0 {
            let readable = grant.readablePickCount
            let now = readable == 0 ? "it can read none of them any more" : "it can read \(readable) of them now"
            facts.append(("was picked", "\(AccessSummary.photos(grant.pickedCount)): \(now)"))
        }
        facts += grant.uploadDestinations.map { destination in
            let local = destination.allowsLocal ? ", on your own network too" : ""
            return destination.isAllowed
                ? ("may send to", destination.origin.text + local) : ("may not send to", destination.origin.text)
        }
        facts += warnings.map { ("beware", $0) }
        facts.append(("last", lastUsed))
        facts += grant.days.map { day in
            let words = AppDayText(day, zone: zone, now: now)
            return (words.name, words.deeds)
        }
        return facts
    }

    package static func photos(_ count: Int) -> String { CountText.of(count, "photo") }
}

extension AppGrant {
    /// Whether an administrator has decided, and the person cannot.
    package var isRestricted: Bool { readWrite == .restricted || addOnly == .restricted }
}
