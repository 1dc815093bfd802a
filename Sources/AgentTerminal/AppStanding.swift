internal import CivilDates
internal import LibraryModel
internal import PhotosAgent
internal import TerminalText

/// What an app may do, in words, safe to be shown in a terminal.
struct AppStanding {
    var grant: AppGrant
    var zone: TimeZoneOffsets = .local

    /// What it is called by evidence, shortly.
    var name: String { AppStanding.name(ofApp: grant.app) }

    static func name(ofApp app: String) -> String { AppEvidence(app: app).shortName.shown }

    /// In two words or so, as on the page.
    var words: String {
        if grant.onlyUsedPicker { return "picked \(AppStanding.photos(grant.pickedCount))" }
        if grant.isRestricted { return "restricted" }
        switch grant.readWrite {
        case .authorized: return "everything"
        case .limited: return "sees " + AppStanding.photos(grant.selectedCount)
        default: break
        }
        if grant.addOnly == .authorized { return "add only" }
        if grant.readWrite == .denied || grant.addOnly == .denied { return "nothing" }
        return grant.waitsForAnswer ? "not answered" : "asks"
    }

    /// How it is treated otherwise than other apps.
    var treatment: String {
        var words: [String] = []
        if let until = grant.until { words.append("until \(minute(until))") }
        if grant.isSilenced { words.append("silenced") }
        if !grant.onlyUsedPicker && !grant.confirmsChanges { words.append("changes without asking") }
        return words.joined(separator: ", ")
    }

    var lastUsed: String {
        guard grant.onlyUsedPicker else { return grant.lastUsed.map { "used " + minute($0) } ?? "never used" }
        return grant.lastPicked.map { "picked " + minute($0) } ?? ""
    }

    /// All that is known of it, a line each.
    var facts: [(name: String, text: String)] {
        let evidence = AppEvidence(app: grant.app)
        var facts = [("is", "\(evidence.kindName) \(evidence.text.shown)")]
        if !grant.claimedName.isEmpty { facts.append(("calls itself", grant.claimedName.quoted)) }
        facts.append(("may now", [words, treatment].filter { !$0.isEmpty }.joined(separator: ", ")))
        if grant.isRestricted { facts.append(("set by", "an administrator: what it may see cannot be changed here")) }
        if grant.pickedCount > 0 {
            let readable = grant.readablePickCount
            let now = readable == 0 ? "it can read none of them any more" : "it can read \(readable) of them now"
            facts.append(("was picked", "\(AppStanding.photos(grant.pickedCount)): \(now)"))
        }
        if grant.isReplaced { facts.append(("is new", "another program than the one that was allowed something")) }
        if !lastUsed.isEmpty { facts.append(("last", lastUsed)) }
        if !grant.onlyUsedPicker {
            facts.append(("changed", "photos privacy changes lists what, photos privacy undo takes it back"))
        }
        return facts
    }

    static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }

    private func minute(_ instant: Int64) -> String { String(DateText.local(instant, zone: zone).prefix(16)) }
}

extension AppGrant {
    /// An administrator has decided.
    var isRestricted: Bool { readWrite == .restricted || addOnly == .restricted }
}
