internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent

/// Asks one question at a time in lines of text, and sends the answers.
final class TextDialog {
    /// The question on display.
    private struct Question {
        var prompt: Prompt
        var choices: [AnswerChoice]
        /// What the person leaves out of the photos that an app with access sees.
        var removal: MetadataRemoval = []
        /// The photos to choose from, once it has come to that.
        var photos: TextPhotoList?
    }

    /// Nanoseconds without a line after which a question counts as read.
    private static let readingTime: UInt64 = 400_000_000

    private let client: LibraryClient
    private let feed: PromptFeed
    private let mailbox: Mailbox<PromptFeed.Event>
    private let finder: PhotoFinder
    private let output: TextOutput
    private var input: LineInput
    private var current: Question?
    /// Questions that were answered, until the server withdraws them.
    private var answered: Set<UInt64> = []
    /// When the question counts as read by a person who types: an earlier line was meant for something else.
    private var readAt: UInt64 = 0
    /// A line was dropped as too early, and the person waits to hear when to answer.
    private var hasDropped = false

    init(
        _ client: LibraryClient,
        _ feed: PromptFeed,
        _ mailbox: Mailbox<PromptFeed.Event>,
        _ input: consuming LineInput,
        _ output: TextOutput
    ) {
        self.client = client
        self.feed = feed
        self.mailbox = mailbox
        self.input = input
        self.output = output
        finder = PhotoFinder(client)
    }

    /// Returns when the input ends, or the reader of the output is gone.
    func run() {
        do {
            while true {
                for event in mailbox.take() { try take(event) }
                if current == nil { try begin() }
                if current != nil, let line = input.next() {
                    try answer(line)
                    continue
                }
                if input.isAtEnd { return try output.say(localized("The input has ended: leaving.")) }
                try wait()
            }
        } catch {
            // The reader of the output is gone.
            return
        }
    }

    private func wait() throws(SystemCallError) {
        var entries = [PollEntry(mailbox.arrived.descriptor.rawValue, .readable)]
        if input.wantsMore { entries.append(PollEntry(input.descriptor.rawValue, .readable)) }
        let now = MonotonicClock.now()
        _ = try Poll.wait(&entries, timeoutNanoseconds: hasDropped ? readAt - min(now, readAt) : nil)
        let isRead = MonotonicClock.now() >= readAt
        if hasDropped, isRead {
            hasDropped = false
            if current != nil { try output.say(localized("Answer now:")) }
        }
        guard entries.count > 1, !entries[1].ready.isEmpty else { return }
        input.read()
        guard input.isTerminal else { return }
        if current == nil {
            // What a person types without a question does not answer the next one.
            input.discard()
        } else if !isRead {
            try output.say(localized("That came too soon for you to have read the question; answer in a moment."))
            awaitReading()
            hasDropped = true
        }
    }

    private func awaitReading() {
        input.discard()
        readAt = MonotonicClock.deadline(after: TextDialog.readingTime)
    }

    private func take(_ event: PromptFeed.Event) throws {
        switch event {
        case .server(let isConnected):
            try output.say(isConnected ? localized("Ready for questions.") : PromptFeed.unreachable)
        case .prompt: break
        case .withdrawn(let number):
            answered.remove(number)
            guard current?.prompt.number == number else { return }
            current = nil
            try output.say(localized("This question is over: the app withdrew it, or it was answered elsewhere."))
        case .update(let number, let update):
            guard current?.prompt.number == number else { return }
            try trying {
                guard var photos = current?.photos else { return }
                try photos.apply(update)
                current?.photos = photos
                try output.say(QuestionText.changed)
                try photos.page().forEach { try output.say($0) }
            }
        }
    }

    /// Asks the question that has waited longest.
    private func begin() throws {
        guard let prompt = feed.prompts.first(where: { !answered.contains($0.number) }) else { return }
        if input.isTerminal { awaitReading() }
        let text = QuestionText(prompt)
        try output.say("")
        try output.say(localized("Question {number}: {title}", ["number": prompt.number, "title": text.title]))
        for fact in text.facts { try output.say("   \(fact.name): \(fact.text)") }
        current = Question(prompt: prompt, choices: AnswerChoice.offered(for: prompt.question))
        switch prompt.question {
        case .access, .changes, .upload: try sayChoices()
        case .picker(let picker): try choosePhotos(PhotoSelection(picker), picker)
        case .selection:
            try trying { try choosePhotos(PhotoSelection(visible: try client.selection(ofApp: prompt.app)), nil) }
        }
    }

    private func sayChoices() throws {
        guard let current else { return }
        for (position, choice) in current.choices.enumerated() {
            let title = choice.title(for: current.prompt.question, without: current.removal)
            try output.say("\(position + 1). \(choice.rawValue): \(title)")
        }
        if AnswerChoice.offersPlaces(for: current.prompt.question) {
            let text = localized("{word}: leave out where photos were taken, or put it back in", ["word": "places"])
            try output.say(text)
        }
        try output.say(localized("Answer with a number or its word:"))
    }

    private func choosePhotos(_ selection: PhotoSelection, _ picker: PickerConfiguration?) throws {
        try trying {
            let photos = try TextPhotoList(finder, selection, picker: picker)
            current?.photos = photos
            try photos.page().forEach { try output.say($0) }
            try output.say(
                localized(
                    "Numbers choose photos, /WORDS searches, done gives them, cancel gives none, help tells more:"
                )
            )
        }
    }

    private func answer(_ line: String) throws {
        if current?.photos != nil { return try answerWithPhotos(line) }
        guard let current else { return }
        let word = line.trimmed.lowercased()
        if word == "help" || word.isEmpty { return try sayChoices() }
        let choice = current.choices.enumerated().first { String($0.offset + 1) == word || $0.element.rawValue == word }
        guard let choice = choice?.element else {
            if word == "places", AnswerChoice.offersPlaces(for: current.prompt.question) { return try turnPlaces() }
            try output.say(localized("That is not one of the answers."))
            return try sayChoices()
        }
        guard let (answer, silences) = choice.answer(to: current.prompt.question) else {
            // Starts with the earlier selection, which the server keeps until it is changed.
            return try trying {
                let selected = try client.selection(ofApp: current.prompt.app)
                try choosePhotos(PhotoSelection(consentingTo: selected, removal: current.removal), nil)
            }
        }
        try send(answer, silences: silences, removal: current.removal)
    }

    private func turnPlaces() throws {
        guard let sentence = current?.removal.turn(.location) else { return }
        try output.say(sentence)
        try sayChoices()
    }

    private func answerWithPhotos(_ line: String) throws {
        guard var question = current, var photos = question.photos else { return }
        var outcome = TextPhotoList.Outcome.goesOn
        try trying { outcome = try photos.take(line) { try output.say($0) } }
        question.photos = photos
        question.removal = photos.selection.removal
        current = question
        let number = question.prompt.number
        switch outcome {
        case .goesOn: return
        case .selectionChanged:
            guard case .picker(let picker) = question.prompt.question, picker.isContinuous else { return }
            let selection = photos.selection
            try trying { try client.updatePicker(number, selection.chosen, removal: selection.removal) }
        case .done:
            let chosen = photos.selection.chosen
            switch question.prompt.question {
            case .picker: try send(.picked(chosen), removal: photos.selection.removal)
            case .selection:
                let (app, before) = (question.prompt.app, photos.selection.before)
                try sending(number) { try client.send(selection: chosen, ofApp: app, before: before, to: number) }
            case .access, .changes, .upload:
                try send(.access(.limited, selected: chosen), removal: photos.selection.removal)
            }
        case .cancelled:
            if case .access = question.prompt.question {
                current?.photos = nil
                return try sayChoices()
            }
            try send(.dismissed)
        case .silenced:
            guard let never = AnswerChoice.never.answer(to: question.prompt.question) else { return }
            try send(never.answer, silences: never.silences)
        }
    }

    private func send(_ answer: PromptAnswer, silences: Bool = false, removal: MetadataRemoval = []) throws {
        guard let number = current?.prompt.number else { return }
        try sending(number) { try client.send(answer, to: number, silences: silences, removal: removal) }
    }

    private func sending(_ number: UInt64, _ body: () throws -> Void) throws {
        do { try body() } catch {
            let failure = AgentFailure(error)
            try output.say(failure.answerNotice)
            guard failure == .nobodyWaits else { return }
            answered.insert(number)
            current = nil
            return
        }
        try output.say(localized("Question {number} is answered.", ["number": number]))
        answered.insert(number)
        current = nil
    }

    /// Reports a failure of the library; the question stays. Throws only when the reader of the output is gone.
    private func trying(_ body: () throws -> Void) throws {
        do { try body() } catch let error as LibraryError {
            try output.say(AgentFailure(error).notice)
        } catch let failure as AgentFailure {
            try output.say(failure.notice)
        }
    }
}
