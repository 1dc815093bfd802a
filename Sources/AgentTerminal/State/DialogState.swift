internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import PhotosAgent

/// What the person sees and does at the terminal, without I/O and without a clock: keys and events come in, requests
/// (`DialogStep`) go out.
///
/// 1. Shows the question that has waited longest; without one, the apps and what they may do, or the cloud.
/// 2. Holds a question back while the person is selecting photos (`PrivacyState.isBusy`).
/// 3. Keys pressed before the person can have read a question do not answer it (`isUnread`).
/// 4. Does not show an answered question again while the server has not withdrawn it yet.
struct DialogState {
    /// A smaller terminal cannot show a question.
    static let smallest = TerminalSize(columns: 24, rows: 10)
    /// Rows above and below photos and lines.
    static let header = 2
    static let footer = 2

    private(set) var question: QuestionState?
    private(set) var privacy = PrivacyState()
    /// The screen of the cloud, while it is open.
    private(set) var cloud: CloudState?
    private(set) var isHelpShown = false
    /// A message for the person, until the next key.
    private(set) var message: String?
    private(set) var isConnected = false
    /// A new question is on the screen: keys are dropped until none has come for a moment (`read`).
    private(set) var isUnread = false
    /// How many more questions wait.
    private(set) var waitingCount = 0
    /// The person went to the apps while a question waits.
    private var looksAtPrivacy = false
    private var answered: Set<UInt64> = []

    /// Whether the screen has the question; else it has the apps.
    var showsQuestion: Bool { question != nil && !looksAtPrivacy }
    /// The chooser on the screen.
    var chooser: PhotoChooser? { showsQuestion ? question?.chooser : privacy.chooser }

    // MARK: Questions

    /// Call with the prompts that wait, the oldest first.
    mutating func show(_ prompts: [Prompt]) -> DialogStep {
        answered.formIntersection(prompts.map(\.number))
        let open = prompts.filter { !answered.contains($0.number) && $0.number != question?.prompt.number }
        waitingCount = open.count
        var step = DialogStep()
        guard question == nil, !privacy.isBusy, let next = open.first else { return step }
        guardAgainstEarlyKeys(&step)
        question = QuestionState(next, &step)
        waitingCount -= 1
        looksAtPrivacy = false
        isHelpShown = false
        return finished(step)
    }

    /// The screen changes without the person having asked for it: keys on their way are meant for something else.
    private mutating func guardAgainstEarlyKeys(_ step: inout DialogStep) {
        isUnread = true
        step.requests.append(.discardKeys)
    }

    /// The terminal is ours again, after the shell had it.
    mutating func resumed() -> DialogStep {
        var step = DialogStep()
        guardAgainstEarlyKeys(&step)
        return step
    }

    /// The person has had time to read what is shown.
    mutating func read() { isUnread = false }

    private mutating func endQuestion(_ message: String?, _ step: inout DialogStep) {
        question = nil
        looksAtPrivacy = false
        step.message = message
        // The answer may have changed what the app may do.
        step.requests.append(.apps)
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> DialogStep {
        var step = DialogStep()
        if isUnread, key != .redraw {
            guardAgainstEarlyKeys(&step)
            return step
        }
        message = nil
        if key == .redraw {
            step.requests = showsQuestion ? [.redraw] : [.redraw, .apps]
        } else if chooser?.isTyping == true {
            route(key, &step)
        } else if key == .character("?") {
            isHelpShown.toggle()
        } else if isHelpShown {
            isHelpShown = false
        } else if key == .character("p"), showsQuestion {
            looksAtPrivacy = true
            step.requests.append(.apps)
        } else if key == .character("c"), !showsQuestion, cloud == nil, privacy.showsList {
            cloud = CloudState(&step)
        } else {
            route(key, &step)
        }
        return finished(step)
    }

    private mutating func route(_ key: Key, _ step: inout DialogStep) {
        if showsQuestion {
            question?.press(key, &step)
        } else if cloud != nil {
            if cloud?.press(key, &step) == .back { cloud = nil }
        } else if privacy.press(key, &step) == .back {
            looksAtPrivacy = false
            if let question { question.chooser?.askAgain(&step) } else { step.requests.append(.leave) }
        }
    }

    /// Whether a search is due once no key comes for a moment.
    var hasTyped: Bool { chooser?.hasTyped == true }

    /// No key has come for a moment.
    mutating func pause() -> DialogStep {
        var step = DialogStep()
        if showsQuestion { question?.pause(&step) } else { privacy.pause(&step) }
        return finished(step)
    }

    /// Fits everything to the size of the screen.
    mutating func fit(_ size: TerminalSize) {
        let rows = max(1, size.rows - DialogState.header - DialogState.footer)
        question?.fit(columns: size.columns, rows: rows)
        privacy.fit(columns: size.columns, rows: rows)
    }

    // MARK: Events

    mutating func take(_ event: DialogEvent) -> DialogStep {
        var step = DialogStep()
        switch event {
        case .feed(.withdrawn(let number)):
            guard let question, question.prompt.number == number else { break }
            if !question.isSent { guardAgainstEarlyKeys(&step) }
            endQuestion(
                question.isSent
                    ? nil : localized("That question is over: the app withdrew it, or it was answered elsewhere."),
                &step
            )
        case .answered(let number, let outcome): take(outcome, ofAnswerTo: number, &step)
        case .feed(.server(let isConnected)):
            self.isConnected = isConnected
            if isConnected { step.requests.append(.apps) }
            tellAll(event, &step)
        case .failed(let failure): step.message = failure.reason
        case .looked, .feed(.prompt): break
        default: tellAll(event, &step)
        }
        return finished(step)
    }

    private mutating func tellAll(_ event: DialogEvent, _ step: inout DialogStep) {
        question?.take(event, &step)
        privacy.take(event, &step)
        cloud?.take(event, &step)
    }

    private mutating func take(
        _ outcome: Result<Void, AgentFailure>,
        ofAnswerTo number: UInt64,
        _ step: inout DialogStep
    ) {
        let isOver: Bool
        switch outcome {
        case .success: isOver = true
        case .failure(let failure): isOver = failure == .nobodyWaits
        }
        if isOver { answered.insert(number) }
        guard question?.prompt.number == number else { return }
        switch outcome {
        case .success: endQuestion(nil, &step)
        case .failure(.nobodyWaits): endQuestion(AgentFailure.nobodyWaits.answerNotice, &step)
        case .failure(let failure):
            question?.sendingFailed()
            step.message = failure.answerNotice
        }
    }

    private mutating func finished(_ step: DialogStep) -> DialogStep {
        if let message = step.message { self.message = message }
        return step
    }
}
