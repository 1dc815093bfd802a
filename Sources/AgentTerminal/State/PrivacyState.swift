internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotosAgent

/// The apps and what each may do, where the person changes it.
struct PrivacyState {
    enum Outcome: Hashable {
        case goesOn
        /// Back from the list.
        case back
    }

    enum View {
        case list
        case app(AppMenu)
        /// The app's selection is still to come.
        case waiting(AppMenu)
        case selecting(AppMenu, PhotoChooser)
    }

    /// Nil before the first answer.
    private(set) var list: AppList?
    private(set) var view = View.list

    /// The person is selecting photos: a question must not interrupt that.
    var isBusy: Bool { if case .selecting = view { true } else { false } }
    var showsList: Bool { if case .list = view { true } else { false } }
    var chooser: PhotoChooser? { if case .selecting(_, let chooser) = view { chooser } else { nil } }

    mutating func fit(columns: Int, rows: Int) {
        list?.fit(rows: rows - 1)
        withChooser { $0.fit(columns: columns, rows: rows) }
    }

    mutating func pause(_ step: inout DialogStep) { withChooser { $0.pause(&step) } }

    @discardableResult
    private mutating func withChooser<Result>(_ body: (inout PhotoChooser) -> Result) -> Result? {
        guard case .selecting(let menu, var chooser) = view else { return nil }
        let result = body(&chooser)
        view = .selecting(menu, chooser)
        return result
    }

    // MARK: Keys

    mutating func press(_ key: Key, _ step: inout DialogStep) -> Outcome {
        switch view {
        case .list:
            if list?.move(key) == true { return .goesOn }
            if key == .enter, let app = list?.focused { view = .app(AppMenu(app)) }
            return key.isBack ? .back : .goesOn
        case .app(let menu): choose(key, menu, &step)
        case .waiting(let menu):
            if key.isBack { view = .app(menu) } else if key == .enter { ask(menu, &step) }
        case .selecting(let menu, _):
            switch withChooser({ $0.press(key, &step) }) {
            case .done?:
                guard let selection = chooser?.grid.selection else { break }
                decide(menu.decision(selection), menu, &step)
            case .back?: view = .app(menu)
            case .goesOn?, .selectionChanged?, .never?, nil: break
            }
        }
        return .goesOn
    }

    private mutating func choose(_ key: Key, _ old: AppMenu, _ step: inout DialogStep) {
        var menu = old
        if menu.move(key) {
            view = .app(menu)
        } else if key.isBack || (key == .enter && menu.focused == .back) {
            view = .list
        } else if key == .enter {
            if let decision = menu.decision(menu.focused) { decide(decision, menu, &step) } else { ask(menu, &step) }
        }
    }

    private mutating func ask(_ menu: AppMenu, _ step: inout DialogStep) {
        view = .waiting(menu)
        step.requests.append(.selection(ofApp: menu.grant.app))
    }

    private mutating func decide(_ decision: AppDecision, _ menu: AppMenu, _ step: inout DialogStep) {
        view = .app(menu)
        step.requests += [.decide(decision, app: menu.grant.app), .apps]
    }

    // MARK: Events

    mutating func take(_ event: DialogEvent, _ step: inout DialogStep) {
        switch event {
        case .apps(.success(let grants)): show(grants)
        case .apps(.failure(let failure)):
            step.message = localized("The apps cannot be listed: {reason}", ["reason": failure.reason])
        case .decided(_, let app, .success):
            step.message = localized("{app}: done.", ["app": AppEvidence(app: app).shortName])
        case .decided(_, _, .failure(let failure)): step.message = failure.notice
        case .selection(let app, let outcome):
            guard case .waiting(let menu) = view, menu.grant.app == app else { return }
            switch outcome {
            case .success(let selected):
                view = .selecting(menu, PhotoChooser(PhotoSelection(visible: selected), &step))
            case .failure(let failure): step.message = failure.noticeWithRetry
            }
        default: withChooser { $0.take(event, &step) }
        }
    }

    private mutating func show(_ grants: [AppGrant]) {
        var list = list ?? AppList()
        list.show(grants)
        self.list = list
        guard case .app(var menu) = view else { return }
        if let grant = list.app(menu.grant.app) {
            menu.show(grant)
            view = .app(menu)
        } else {
            view = .list
        }
    }
}
