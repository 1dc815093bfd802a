internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools

/// The apps in their two groups, with a cursor.
struct AppList {
    enum Row: Hashable {
        case title(String)
        case app(AppGrant)
        case gap
    }

    private(set) var rows: [Row] = []
    /// Apps in the order of the rows.
    private var apps: [AppGrant] = []
    private var focus = 0
    private var top = 0
    private var room = 1

    /// The app at the cursor.
    var focused: AppGrant? { apps.indices.contains(focus) ? apps[focus] : nil }
    var visible: Range<Int> { top..<min(top + room, rows.count) }

    func app(_ identity: String) -> AppGrant? { apps.first { $0.app == identity } }

    /// Sorts by last use, the latest first. The cursor stays on its app.
    mutating func show(_ grants: [AppGrant]) {
        let before = focused?.app
        let sorted = grants.sorted { ($1.lastUsed ?? .min, $0.app) < ($0.lastUsed ?? .min, $1.app) }
        let groups = AppGroup.groups(of: sorted)
        rows = []
        for group in groups {
            if !rows.isEmpty { rows.append(.gap) }
            rows += [.title(group.title)] + group.apps.map { .app($0) }
        }
        apps = groups.flatMap(\.apps)
        focus = apps.firstIndex { $0.app == before } ?? max(0, min(focus, apps.count - 1))
        reveal()
    }

    mutating func fit(rows: Int) {
        room = max(1, rows)
        reveal()
    }

    mutating func move(_ key: Key) -> Bool {
        switch key {
        case .up, .backTab: focus -= 1
        case .down, .tab: focus += 1
        case .pageUp: focus -= room
        case .pageDown: focus += room
        case .home: focus = 0
        case .end: focus = apps.count - 1
        default: return false
        }
        focus = max(0, min(focus, apps.count - 1))
        reveal()
        return true
    }

    private mutating func reveal() {
        guard let focused, let row = rows.firstIndex(of: .app(focused)) else {
            top = 0
            return
        }
        // The first app keeps its group's title in view.
        top = max(min(top, focus == 0 ? 0 : row), row - room + 1)
        top = max(0, min(top, rows.count - room))
    }
}
