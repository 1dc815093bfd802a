internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotosAgent
internal import TerminalText

// The apps and what each may do.
extension DialogDrawing {
    mutating func draw(_ privacy: PrivacyState, _ state: DialogState) {
        switch privacy.view {
        case .list: drawList(privacy.list, state)
        case .app(let menu):
            _ = putChoices(
                title: localized("What may {app} do?", ["app": menu.grant.shortName]),
                facts: AccessSummary(menu.grant).facts,
                menu.choices.map { menu.title($0) },
                focus: menu.focus
            )
            putKeys(localized("? help   up down choose   enter do it   esc back"), waiting: state.waitingCount)
        case .waiting(let menu):
            drawWaiting(title: localized("Which photos may {app} see?", ["app": menu.grant.shortName]), state)
        case .selecting(let menu, let chooser):
            let title = localized("Which photos may {app} see?", ["app": menu.grant.shortName])
            draw(chooser, title: title, waiting: state.waitingCount)
        }
    }

    private mutating func drawList(_ list: AppList?, _ state: DialogState) {
        put(localized("Apps and your photos"), .bold, row: 0)
        let isAsked = state.question != nil
        put(
            !state.isConnected
                ? PromptFeed.unreachable
                : isAsked
                    ? localized("A question waits: esc goes back to it.") : localized("No app asks anything now."),
            row: 1
        )
        if let list {
            if list.rows.isEmpty { put(localized("No app has asked for your photos yet."), row: 3) }
            for (row, position) in zip(area.dropFirst(), list.visible) {
                switch list.rows[position] {
                case .gap: break
                case .title(let title): put(title, .dim, row: row)
                case .app(let grant): put(line(grant, list.focused == grant), row: row)
                }
            }
        }
        if let app = list?.focused {
            put(AccessSummary(app).facts.prefix(2).map(\.text).joined(separator: "  "), row: frame.size.rows - 2)
        }
        let keys =
            switch (list?.focused == nil, isAsked) {
            case (true, true): localized("esc back   c cloud   ? help")
            case (true, false): localized("q leave   c cloud   ? help")
            case (false, true): localized("? help   up down choose   enter change or revoke   c cloud   esc back")
            case (false, false): localized("? help   up down choose   enter change or revoke   c cloud   q leave")
            }
        putKeys(keys, waiting: state.waitingCount)
    }

    /// Name, access and last use, as far as they fit.
    private func line(_ grant: AppGrant, _ isFocused: Bool) -> StyledLine {
        let summary = AccessSummary(grant)
        let width = columns - 1
        let nameColumns = max(8, width * 2 / 5)
        let wordColumns = min(18, width - nameColumns - 2)
        var text = " " + grant.shortName.fitting(columns: nameColumns - 1)
        text += String(repeating: " ", count: max(0, nameColumns + 1 - text.columns))
        text += summary.access.fitting(columns: wordColumns)
        text += String(repeating: " ", count: max(0, nameColumns + wordColumns + 3 - text.columns))
        text += [summary.lastUsed, summary.preferences].filter { !$0.isEmpty }.listed
        return StyledLine(text.fitting(columns: width), isFocused ? .inverse : .plain)
    }
}

extension AppGrant {
    /// What the app is called by evidence.
    fileprivate var shortName: String { AppEvidence(app: app).shortName }
}
