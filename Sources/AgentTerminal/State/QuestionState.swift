internal import Languages
internal import LibraryModel
internal import PhotosAgent

/// The question on the screen, until its answer has arrived.
struct QuestionState {
    enum View {
        /// The app's selection is still to come.
        case waiting
        case choices(ChoiceList)
        case photos(PhotoChooser)
    }

    private(set) var prompt: Prompt
    private(set) var view: View
    /// The metadata that the person removes from the photos of an app with access.
    private(set) var removal: MetadataRemoval = []
    /// The answer was sent.
    private(set) var isSent = false

    init(_ prompt: Prompt, _ step: inout DialogStep) {
        self.prompt = prompt
        switch prompt.question {
        case .access, .changes, .upload: view = .choices(ChoiceList(prompt))
        case .picker(let picker): view = .photos(PhotoChooser(PhotoSelection(picker), picker: picker, &step))
        case .selection:
            view = .waiting
            step.requests.append(.selection(ofApp: prompt.app))
        }
    }

    var chooser: PhotoChooser? { if case .photos(let chooser) = view { chooser } else { nil } }

    mutating func fit(columns: Int, rows: Int) {
        withChooser { $0.fit(columns: columns, rows: rows) }
    }

    mutating func pause(_ step: inout DialogStep) { withChooser { $0.pause(&step) } }

    @discardableResult
    private mutating func withChooser<Result>(_ body: (inout PhotoChooser) -> Result) -> Result? {
        guard case .photos(var chooser) = view else { return nil }
        let result = body(&chooser)
        view = .photos(chooser)
        return result
    }

    // MARK: Keys

    mutating func press(_ key: Key, _ step: inout DialogStep) {
        if isSent {
            step.message = localized("The answer is on its way.")
            return
        }
        switch view {
        case .waiting:
            if key.isBack { back(&step) } else if key == .enter { askSelection(&step) }
        case .choices(let list): choose(key, list, &step)
        case .photos:
            switch withChooser({ $0.press(key, &step) }) {
            case .goesOn?, nil: break
            case .selectionChanged?: selectionChanged(&step)
            case .done?: finish(&step)
            case .back?: back(&step)
            case .never?: silence(&step)
            }
        }
    }

    private mutating func choose(_ key: Key, _ old: ChoiceList, _ step: inout DialogStep) {
        var list = old
        if list.move(key) {
            view = .choices(list)
        } else if key.isBack {
            send(.dismissed, &step)
        } else if key == .enter {
            if let (answer, silences) = list.focused.answer(to: prompt.question) {
                send(answer, silences: silences, removal: removal, &step)
            } else {
                // The server keeps an earlier selection until it is changed.
                view = .waiting
                askSelection(&step)
            }
        } else if key == .character("v"), !prompt.question.examples.isEmpty {
            view = .photos(PhotoChooser(looking: prompt.question.examples))
        } else if key == .character("l"), AnswerChoice.offersPlaces(for: prompt.question) {
            step.message = removal.turn(.location)
        }
    }

    private func askSelection(_ step: inout DialogStep) { step.requests.append(.selection(ofApp: prompt.app)) }

    /// Sends the selection to an app whose picker is continuous.
    private mutating func selectionChanged(_ step: inout DialogStep) {
        guard let selection = chooser?.grid.selection else { return }
        switch prompt.question {
        case .access: removal = selection.removal
        case .picker(let picker):
            guard picker.isContinuous else { return }
            step.requests.append(.picking(prompt.number, selection.chosen, removal: selection.removal))
        case .changes, .selection, .upload: break
        }
    }

    private mutating func finish(_ step: inout DialogStep) {
        guard let selection = chooser?.grid.selection else { return }
        let chosen = selection.chosen
        switch prompt.question {
        case .picker: send(.picked(chosen), removal: selection.removal, &step)
        case .access, .changes, .upload: send(.access(.limited, selected: chosen), removal: removal, &step)
        case .selection:
            isSent = true
            step.requests.append(
                .answerSelection(prompt.number, app: prompt.app, chosen: chosen, before: selection.before)
            )
        }
    }

    private mutating func back(_ step: inout DialogStep) {
        switch prompt.question {
        case .access, .changes, .upload: view = .choices(ChoiceList(prompt))
        case .picker, .selection: send(.dismissed, &step)
        }
    }

    private mutating func silence(_ step: inout DialogStep) {
        guard let never = AnswerChoice.never.answer(to: prompt.question) else { return }
        send(never.answer, silences: never.silences, &step)
    }

    private mutating func send(
        _ answer: PromptAnswer,
        silences: Bool = false,
        removal: MetadataRemoval = [],
        _ step: inout DialogStep
    ) {
        isSent = true
        step.requests.append(.answer(prompt.number, answer, silences: silences, removal: removal))
    }

    /// The initial selection for the app, which sees `selected` until now.
    private func selection(_ selected: [ObjectID]) -> PhotoSelection {
        if case .access = prompt.question { return PhotoSelection(consentingTo: selected, removal: removal) }
        return PhotoSelection(visible: selected)
    }

    // MARK: Events

    /// The answer did not arrive, and can be given again.
    mutating func sendingFailed() { isSent = false }

    mutating func take(_ event: DialogEvent, _ step: inout DialogStep) {
        switch event {
        case .feed(.update(prompt.number, let update)):
            withChooser { $0.apply(update, &step) }
            step.message = QuestionText.changed
        case .selection(ofApp: prompt.app, let outcome):
            guard case .waiting = view else { return }
            switch outcome {
            case .success(let selected): view = .photos(PhotoChooser(selection(selected), &step))
            case .failure(let failure): step.message = failure.noticeWithRetry
            }
        default: withChooser { $0.take(event, &step) }
        }
    }
}
