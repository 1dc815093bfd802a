// How synchronisation stands.
extension DialogDrawing {
    mutating func draw(_ cloud: CloudState, waiting: Int) {
        guard let menu = cloud.menu else {
            put("One library on several machines", .bold, row: 0)
            put("Asking the library how it stands...", row: 2)
            return putKeys("esc back", waiting: waiting)
        }
        _ = putChoices(
            title: menu.title,
            facts: menu.facts,
            menu.choices.map { menu.title($0) },
            focus: menu.focus
        )
        putKeys("? help   up down choose   enter do it   esc back", waiting: waiting)
    }
}
