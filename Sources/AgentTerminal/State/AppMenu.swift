internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotosAgent

/// What the person can decide about one app, a line each.
struct AppMenu {
    enum Choice: Hashable {
        case back
        case limited
        case full
        case addOnly
        case none
        case revokePicks
        case confirms
        case silences
        case places
        case destinations
        case forget
    }

    private(set) var grant: AppGrant
    private(set) var choices: [Choice]
    /// At first on the line that changes nothing.
    private var line = LineFocus()

    init(_ grant: AppGrant) {
        self.grant = grant
        choices = AppMenu.offered(for: grant)
    }

    var focused: Choice { choices[focus] }
    var focus: Int { line.index }

    /// Shows the app's new grant; the cursor stays on its choice.
    mutating func show(_ grant: AppGrant) {
        let before = focused
        self.grant = grant
        choices = AppMenu.offered(for: grant)
        line.index = choices.firstIndex(of: before) ?? 0
    }

    /// As on the page: an app that only ever picked has no access to change.
    private static func offered(for grant: AppGrant) -> [Choice] {
        var choices: [Choice] = [.back]
        if !grant.onlyUsedPicker && !grant.isRestricted { choices += [.limited, .full, .addOnly, .none] }
        if grant.readablePickCount > 0 { choices.append(.revokePicks) }
        if !grant.onlyUsedPicker { choices.append(.confirms) }
        choices += [.places, .silences]
        if !grant.uploadDestinations.isEmpty { choices.append(.destinations) }
        if !grant.isRestricted { choices.append(.forget) }
        return choices
    }

    /// Returns false for a key that does not move.
    mutating func move(_ key: Key) -> Bool { line.move(key, among: choices.count) }

    /// The decision of a choice; nil for those that only lead on.
    func decision(_ choice: Choice) -> AppDecision? {
        switch choice {
        case .back, .limited: nil
        case .full: .status(.authorized, .readWrite)
        case .addOnly: .addOnly
        case .none: .revoke
        case .revokePicks: .revokePicks()
        case .confirms: .preferences(confirmsChanges: !grant.confirmsChanges)
        case .silences: .preferences(isSilenced: !grant.isSilenced)
        case .places: .preferences(hidesPlaces: !grant.hidesPlaces)
        case .destinations: .destinations(grant.uploadDestinations.map(\.origin), isAllowed: nil)
        case .forget: .forget
        }
    }

    /// The decision to let it see these photos.
    func decision(_ selection: PhotoSelection) -> AppDecision {
        let had = Set(selection.before)
        let added = selection.chosen.filter { !had.contains($0) }
        let removed = selection.before.filter { !selection.contains($0) }
        // Access that is limited already keeps the time when it ends.
        return grant.readWrite == .limited
            ? .select(add: added, remove: removed) : .limit(add: added, remove: removed)
    }

    /// The servers that it was decided about.
    private var servers: String {
        let names = grant.uploadDestinations.map(\.origin.shortText)
        guard names.count > 2 else { return names.listed }
        return localized("{server} and {number} more", ["server": names[0], "number": names.count - 1])
    }

    func title(_ choice: Choice) -> String {
        let picked = CountText.items(grant.readablePickCount)
        return switch choice {
        case .back: localized("Back: change nothing")
        case .limited:
            grant.readWrite == .limited
                ? localized(
                    "Limited: show and change the photos that it sees ({number})",
                    ["number": grant.selectedCount]
                )
                : localized("Limited: it sees the photos that you select, and what it adds")
        case .full: localized("Full access: it sees and may change every photo")
        case .addOnly: localized("Add only: it may add photos, and sees none")
        case .none: localized("No access: it sees none, adds none, and loses what you picked for it")
        case .revokePicks:
            localized("End the picks: it can no longer read what you picked for it ({items})", ["items": picked])
        case .confirms:
            grant.confirmsChanges
                ? localized("Let it change what it did not add without asking you each time")
                : localized("Ask before it changes what it did not add")
        case .places:
            grant.hidesPlaces
                ? localized("Let it have the places of photos")
                : localized("Without places: it gets no coordinates, and files without them")
        case .destinations: localized("Ask again before it sends photos ({servers})", ["servers": servers])
        case .silences:
            grant.isSilenced ? localized("Show its questions again") : localized("Never show its questions")
        case .forget: localized("Forget it: as if it had never asked")
        }
    }
}
