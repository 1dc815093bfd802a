internal import Languages
internal import LibraryModel
internal import OwnerTools
internal import PhotosAgent

/// The screen of the cloud, which follows how synchronisation stands for as long as it is open.
struct CloudState {
    enum Outcome: Hashable {
        case goesOn
        case back
    }

    /// Nil before the first answer.
    private(set) var menu: CloudMenu?

    init(_ step: inout DialogStep) { step.requests.append(.cloud(afterPause: false)) }

    mutating func press(_ key: Key, _ step: inout DialogStep) -> Outcome {
        guard var menu else { return key.isBack ? .back : .goesOn }
        defer { self.menu = menu }
        if menu.move(key) { return .goesOn }
        guard key == .enter || key.isBack else { return .goesOn }
        let choice = key.isBack ? .back : menu.focused
        switch choice {
        case .back:
            if menu.asked == nil { return .back }
            menu.leaveQuestion()
        case .askToForget(let device): menu.ask(about: device)
        case .act(let action):
            if menu.asked != nil { menu.leaveQuestion() }
            step.requests.append(.act(action))
        }
        return .goesOn
    }

    mutating func take(_ event: DialogEvent, _ step: inout DialogStep) {
        switch event {
        case .cloud(let outcome):
            switch outcome {
            case .success(let status):
                if menu == nil { menu = CloudMenu(status) } else { menu?.show(status) }
            case .failure(let failure): step.message = failure.reason
            }
            step.requests.append(.cloud(afterPause: true))
        case .acted(.success): step.message = localized("Done.")
        case .acted(.failure(let failure)): step.message = failure.notice
        default: break
        }
    }
}
