package import CivilDates
internal import Languages
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

    /// For example `limited, 3 items`.
    package var access: String {
        if grant.onlyUsedPicker { return localized("picked {items}", ["items": CountText.items(grant.pickedCount)]) }
        switch grant.readWrite {
        case .authorized: return localized("full access")
        case .limited: return localized("limited, {items}", ["items": CountText.items(grant.selectedCount)])
        case .restricted, .denied, .notDetermined: break
        }
        if grant.isRestricted { return localized("restricted") }
        if grant.addOnly == .authorized { return localized("add only") }
        if grant.readWrite == .denied || grant.addOnly == .denied { return localized("no access") }
        return grant.waitsForAnswer ? localized("not answered") : localized("asks")
    }

    /// The expiry and the preferences that differ from the defaults; empty when there are none.
    package var preferences: String {
        var words: [String] = []
        if let until = grant.until {
            words.append(localized("until {date}", ["date": DateText.minute(until, zone: zone)]))
        }
        if grant.hidesPlaces { words.append(localized("without places")) }
        if grant.isSilenced { words.append(localized("silenced")) }
        if !grant.onlyUsedPicker && !grant.confirmsChanges { words.append(localized("changes without asking")) }
        return words.listed
    }

    /// Whether it may add photos, where that was decided on its own; else nil.
    package var adding: String? {
        if grant.onlyUsedPicker { return nil }
        return switch grant.addOnly {
        case .authorized: localized("allowed")
        case .denied, .limited: localized("not allowed")
        case .restricted: localized("restricted")
        case .notDetermined: grant.readWrite == .notDetermined ? localized("asks") : nil
        }
    }

    /// When it was used last, and when photos were last picked for an app that only ever picked.
    package var lastUsed: String {
        if grant.onlyUsedPicker {
            return grant.lastPicked.map { localized("picked {date}", ["date": DateText.minute($0, zone: zone)]) } ?? ""
        }
        return grant.lastUsed.map { localized("used {date}", ["date": DateText.minute($0, zone: zone)]) }
            ?? localized("never used")
    }

    /// What it did on the latest day on which it did anything, for example `today: 3 items looked at`; empty when
    /// nothing is known of it.
    package var latestDeeds: String { grant.days.first.map { line(AppDayText($0, zone: zone, now: now)) } ?? "" }

    private func line(_ day: AppDayText) -> String { "\(day.name): \(day.deeds)" }

    /// What the person has to know before deciding about the app.
    package var warnings: [String] {
        grant.isReplaced
            ? [localized("This program has changed since you allowed it: it has to ask again.")] : []
    }

    /// Everything about it, a line each.
    package var facts: [(name: String, text: String)] {
        let evidence = AppEvidence(app: grant.app)
        var facts = [(localized("is"), "\(evidence.kindName) \(evidence.text)")]
        if let name = evidence.name { facts.append((localized("is installed as"), name)) }
        if !grant.claimedName.isEmpty { facts.append((localized("calls itself"), grant.claimedName.quoted)) }
        facts.append((localized("access"), [access, preferences].filter { !$0.isEmpty }.listed))
        if let adding { facts.append((localized("adding"), adding)) }
        if grant.isRestricted {
            facts.append((localized("set by"), localized("an administrator: it cannot be changed here")))
        }
        if grant.pickedCount > 0 {
            let readable = grant.readablePickCount
            let now =
                readable == 0
                ? localized("it can read none of them any more")
                : localized("it can read {count} of them now", ["count": readable])
            facts.append((localized("was picked"), "\(CountText.items(grant.pickedCount)): \(now)"))
        }
        facts += grant.uploadDestinations.map { destination in
            let local = destination.allowsLocal ? localized(", on your own network too") : ""
            return destination.isAllowed
                ? (localized("may send to"), destination.origin.text + local)
                : (localized("may not send to"), destination.origin.text)
        }
        facts += warnings.map { (localized("beware"), $0) }
        facts.append((localized("last"), lastUsed))
        facts += grant.days.map { day in
            let words = AppDayText(day, zone: zone, now: now)
            return (words.name, words.deeds)
        }
        return facts
    }
}

extension AppGrant {
    /// Whether an administrator has decided, and the person cannot.
    package var isRestricted: Bool { readWrite == .restricted || addOnly == .restricted }
}
