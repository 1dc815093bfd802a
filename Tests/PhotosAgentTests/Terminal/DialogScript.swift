import LibraryClient
import LibraryModel
import LinuxSystem

@testable import AgentTerminal
@testable import PhotosAgent

/// The terminal's dialog without a terminal and without a library: a test presses keys and sends events.
struct DialogScript {
    var state = DialogState()
    /// What was asked for and not taken by the test yet.
    private var requests: [DialogRequest] = []
    /// Questions that wait, as the feed has them.
    private var prompts: [Prompt] = []
    let size: TerminalSize
    /// The person has read whatever comes up before the next key.
    var readsAtOnce = true

    init(size: TerminalSize = TerminalSize(columns: 100, rows: 30)) { self.size = size }

    static func photos(_ count: UInt64) -> [ObjectID] { (1...count).map { ObjectID(high: 1, low: $0) } }

    static func prompt(_ number: UInt64, _ question: Prompt.Question) -> Prompt {
        Prompt(
            number: number,
            app: "exe:/usr/bin/camera",
            claimedName: "",
            usageDescription: "",
            process: 0,
            question: question
        )
    }

    mutating func ask(_ number: UInt64, _ question: Prompt.Question) {
        prompts.append(DialogScript.prompt(number, question))
        go { _ in DialogStep() }
    }

    mutating func withdraw(_ number: UInt64) {
        prompts.removeAll { $0.number == number }
        tell(.feed(.withdrawn(number)))
    }

    mutating func tell(_ event: DialogEvent) { go { $0.take(event) } }

    mutating func press(_ keys: Key...) { for key in keys { go { $0.press(key) } } }

    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    mutating func pause() { go { $0.pause() } }

    /// As `TerminalDialog` does it.
    private mutating func go(_ body: (inout DialogState) -> DialogStep) {
        requests += body(&state).requests
        requests += state.show(prompts).requests
        state.fit(size)
        if readsAtOnce { state.read() }
    }

    /// What was asked for since this was called last.
    mutating func takeRequests() -> [DialogRequest] {
        defer { requests = [] }
        return requests
    }

    /// Answers the search that was asked for last.
    mutating func find(_ photos: [ObjectID]) {
        let query = requests.compactMap { if case .find(let query) = $0 { query } else { nil } }.last
        if let query { tell(.found(query, .success(FetchedIdentifiers(photos, kinds: .all(.asset))))) }
        requests = []
    }

    func drawing(_ known: PhotoLookup = PhotoLookup()) -> DialogDrawing {
        let cell = PictureStyle.unknownCell
        let style = PictureStyle(kind: .symbols, colors: .monochrome, isASCII: true, cell: cell)
        return DialogDrawing(state, size: size, style: style, known: known) { _ in nil }
    }

    /// The lines of the screen.
    var lines: [String] {
        let frame = drawing().frame
        return (0..<size.rows).map { frame.lines[$0]?.text ?? "" }
    }

    var text: String { lines.joined(separator: "\n") }
}

extension AppGrant {
    static func test(
        _ app: String = "exe:/usr/bin/camera",
        _ readWrite: AuthorizationStatus = .authorized,
        addOnly: AuthorizationStatus = .notDetermined,
        selected: Int = 0,
        lastUsed: Int64 = 0,
        picked: Int = 0
    ) -> AppGrant {
        AppGrant(
            app: app,
            claimedName: "",
            readWrite: readWrite,
            addOnly: addOnly,
            selectedCount: selected,
            lastUsed: lastUsed,
            pickedCount: picked,
            lastPicked: picked > 0 ? lastUsed : nil,
            readablePickCount: picked
        )
    }
}
