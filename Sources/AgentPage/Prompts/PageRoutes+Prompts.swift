internal import CivilDates
internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import PhotoSearch
internal import PhotosAgent

// Prompts, and the person's answers to them.
extension PageRoutes {
    private struct StateJSON: Encodable {
        struct Library: Encodable {
            var assets: Int
            var images: Int
            var videos: Int
        }

        var library: Library
        var prompts: [PromptJSON]
        var readOnly: OrNull<String>
    }

    func state() throws -> HTTPResponse {
        let state = StateJSON(
            library: .init(assets: try count(nil), images: try count(.images), videos: try count(.videos)),
            prompts: try feed.prompts.map { try promptJSON($0) },
            readOnly: OrNull(readOnly.reason.map { ReasonText.text($0) })
        )
        return try HTTPResponse(json: state)
    }

    /// How many assets of a kind an app with full access can see.
    private func count(_ kind: MediaFilter?) throws -> Int {
        try client.count(
            FetchRequest(
                .allAssets,
                predicate: kind?.predicate,
                includesHidden: true,
                includesAllBurstAssets: true
            )
        )
    }

    func events(_ request: HTTPRequest) throws -> HTTPResponse {
        let stream = try pages.open(socket: request.socket) {
            var events = [try PageEvent.server(isConnected: feed.isConnected)]
            for prompt in feed.prompts { events.append(try .prompt(try promptJSON(prompt))) }
            return events
        }
        cloudWatch.wake()
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")],
            body: .events(stream)
        )
    }

    /// A prompt with what the page needs to show it.
    func promptJSON(_ prompt: Prompt) throws -> PromptJSON {
        guard case .selection = prompt.question else { return PromptJSON(prompt, selected: [], programs) }
        return PromptJSON(prompt, selected: try client.selection(ofApp: prompt.app), programs)
    }

    func answer(_ number: UInt64, _ request: HTTPRequest) throws -> HTTPResponse {
        let given: PromptAnswerBody = try request.decoded()
        guard let prompt = feed.prompt(number) else { throw AgentFailure.nobodyWaits }
        let answer = try given.answer(to: prompt)
        try client.send(answer, to: number, silences: given.silences ?? false, removal: given.removal)
        return .noContent
    }

    func picking(_ number: UInt64, _ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var assets: [String]
            var without: [String]?
        }
        let body: Body = try request.decoded()
        let assets = try ObjectID.list(body.assets)
        do { try client.updatePicker(number, assets, removal: MetadataRemoval(names: body.without ?? [])) } catch {
            throw error.code == .notFound ? AgentFailure.nobodyWaits : error
        }
        return .noContent
    }
}

/// An answer, as the page sends it.
struct PromptAnswerBody: Decodable {
    var answer: String
    var assets: [String]?
    /// ISO 8601.
    var until: String?
    var silences: Bool?
    /// What files for the app lack: `location`, `captions`.
    var without: [String]?

    var removal: MetadataRemoval { MetadataRemoval(names: without ?? []) }

    /// The answer for the server. Throws when the question has no such answer.
    func answer(to prompt: Prompt) throws(RequestFailure) -> PromptAnswer {
        let assets = try ObjectID.list(assets ?? [])
        if answer == "dismissed" { return .dismissed }
        switch (prompt.question, answer) {
        case (.access, "allowAll"): return .access(.authorized, until: try instant(until))
        case (.access(.readWrite), "allowSelected"):
            return .access(.limited, selected: assets, until: try instant(until))
        case (.access, "deny"): return .access(.denied, until: try instant(until))
        case (.changes, "confirm"): return .changes(isAllowed: true)
        case (.changes, "decline"): return .changes(isAllowed: false)
        case (.upload, "allow"): return .upload(isAllowed: true)
        case (.upload, "deny"): return .upload(isAllowed: false)
        case (.picker, "picked"): return .picked(assets)
        case (.selection, "selection"): return .selection(assets)
        default: throw RequestFailure(400, "this question has no such answer")
        }
    }
}

extension MetadataRemoval {
    private static let names: [(String, MetadataRemoval)] = [("location", .location), ("captions", .captions)]

    /// As the page writes it.
    init(names: [String]) {
        self = MetadataRemoval(MetadataRemoval.names.filter { names.contains($0.0) }.map(\.1))
    }

    var names: [String] { MetadataRemoval.names.filter { contains($0.1) }.map(\.0) }
}

/// A date as the page writes it, in microseconds since 1970.
func instant(_ text: String?) throws(RequestFailure) -> Int64? {
    guard let text else { return nil }
    guard let instant = DateParser(zone: .fixed(0)).instant(text) else {
        throw RequestFailure(400, localized("that is no date"))
    }
    return instant
}
