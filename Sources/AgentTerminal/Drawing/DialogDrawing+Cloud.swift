internal import Languages

// How synchronisation stands.
extension DialogDrawing {
    mutating func draw(_ cloud: CloudState, waiting: Int) {
        guard let menu = cloud.menu else {
            put(localized("One library on several machines"), .bold, row: 0)
            put(localized("Asking the library how it stands..."), row: 2)
            return putKeys(localized("esc back"), waiting: waiting)
        }
        _ = putChoices(
            title: menu.title,
            facts: menu.facts,
            menu.choices.map { menu.title($0) },
            focus: menu.focus
        )
        putKeys(localized("? help   up down choose   enter do it   esc back"), waiting: waiting)
    }
}
