internal import FoundationEssentials
internal import InstalledPrograms
internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent
internal import TerminalText

/// Answers the page's requests once `RequestChecks` has passed them. Called on any thread, several at once.
final class PageRoutes: Sendable {
    let client: LibraryClient
    let feed: PromptFeed
    let pages: OpenPages
    let secrets: SessionSecrets
    let checks: RequestChecks
    let files = PageFiles()
    let queries = QueryCache()
    let lasting = LastingAnswers<LastingQuery, LastingQuery.Answer>(atMost: LastingQuery.maximumCount)
    let pictures: Pictures
    let movies: Movies
    let finder: PhotoFinder
    let readOnly: ReadOnlyNotice
    let cloudWatch: CloudWatch
    let programs: InstalledPrograms
    let imports: PageImports

    init(
        _ client: LibraryClient,
        _ feed: PromptFeed,
        _ pages: OpenPages,
        _ secrets: SessionSecrets,
        _ address: PageAddress,
        _ programs: InstalledPrograms,
        _ imports: PageImports
    ) {
        self.client = client
        self.feed = feed
        self.pages = pages
        self.secrets = secrets
        self.programs = programs
        checks = RequestChecks(secrets: secrets, address: address)
        pictures = Pictures(client)
        movies = Movies(client)
        finder = PhotoFinder(client)
        readOnly = ReadOnlyNotice(client)
        cloudWatch = CloudWatch(client, pages)
        self.imports = imports
    }

    /// What was computed of the library is of a former state.
    func libraryChanged() {
        finder.libraryChanged()
        lasting.libraryChanged()
    }

    /// What becomes of a request by its head: `RequestChecks` may refuse it, and photos come piece by piece.
    func admission(of request: HTTPRequest) -> Admission {
        inLanguage(of: request) {
            if let failure = checks.refusal(of: request) { return .refused(failed(failure, request)) }
            guard PageImports.maximumUpload(request) != nil else { return .whole }
            do throws(RequestFailure) {
                return .streamed(try imports.receiver(of: request))
            } catch {
                return .refused(failed(error, request))
            }
        }
    }

    func response(to request: HTTPRequest) -> HTTPResponse {
        inLanguage(of: request) {
            do {
                var response = try route(request)
                SecurityHeaders.add(to: &response)
                return response
            } catch {
                return failed(RequestFailure(anyError: error), request)
            }
        }
    }

    /// Makes an answer in the language of the browser.
    private func inLanguage<Answer: ~Copyable>(of request: HTTPRequest, _ answer: () -> Answer) -> Answer {
        var made: Answer?
        Language.$current.withValue(request.language) { made = answer() }
        guard let made else { preconditionFailure("no answer was made") }
        return made
    }

    private func route(_ request: HTTPRequest) throws -> HTTPResponse {
        if request.method == "GET" {
            if request.path == "/open" { return try open(request) }
            if request.path == "/" { try prepare() }
            if let file = files.response(at: request.path) { return file }
        }
        let components = request.components
        guard components.first == "api" else { throw RequestFailure.notFound }
        let rest = Array(components.dropFirst())
        return request.method == "GET" ? try get(rest, request) : try post(rest, request)
    }

    private func get(_ path: [String], _ request: HTTPRequest) throws -> HTTPResponse {
        switch (path.first, path.count) {
        case ("state", 1): return try state()
        case ("events", 1): return try events(request)
        case ("query", 3) where path[2] == "items": return try items(ofQuery: path[1], request)
        case ("items", 1): return try items(request)
        case ("albums", 1): return try albums()
        case ("names", 1): return try names(request)
        case ("map", 1): return try map(request)
        case ("places", 1): return try places(request)
        case ("thumbnail", 2): return try pictures.thumbnail(of: ObjectID(uuidText: path[1]), request)
        case ("preview", 2): return try pictures.preview(of: ObjectID(uuidText: path[1]), request)
        case ("file", 3): return try movies.file(of: ObjectID(uuidText: path[1]), path[2], request)
        case ("movie", 3): return try movies.facts(of: ObjectID(uuidText: path[1]), path[2])
        case ("movie", 4): return try movies.piece(of: ObjectID(uuidText: path[1]), path[2], path[3])
        case ("details", 2): return try details(of: ObjectID(uuidText: path[1]))
        case ("download", 3): return try download(of: ObjectID(uuidText: path[1]), path[2], request)
        case ("changes", 1): return try latestChanges(request)
        case ("cloud", 1): return try cloud()
        case ("developer", 1): return try developerFolders()
        case ("apps", 1): return try apps()
        case ("apps", 2) where path[1] == "icon": return try icon(ofApp: request)
        case ("apps", 2) where path[1] == "export": return try exportedApps()
        case ("apps", 2) where path[1] == "photos": return try photos(ofApp: request)
        case ("apps", 2) where path[1] == "changes": return try changes(request)
        default: throw RequestFailure.notFound
        }
    }

    private func post(_ path: [String], _ request: HTTPRequest) throws -> HTTPResponse {
        switch (path.first, path.count) {
        case ("query", 1): return try query(request)
        case ("kinds", 1): return try kinds(request)
        case ("search", 2) where path[1] == "prepare": return try prepareSearch()
        case ("gone", 1): return try gone(request)
        case ("prompts", 3) where path[2] == "answer": return try answer(promptNumber(path[1]), request)
        case ("prompts", 3) where path[2] == "picking": return try picking(promptNumber(path[1]), request)
        case ("cloud", 2): return try act(path[1], request)
        case ("library", 2): return try change(path[1], request)
        case ("developer", 2) where path[1] == "set": return try setDeveloperFolder(request)
        case ("developer", 2) where path[1] == "end": return try endDeveloperFolder(request)
        case ("import", 2):
            switch path[1] {
            case "offer": return try beginImport(request)
            case "side-cars": return try takeSideCars(request)
            case "plan": return try planImport(request)
            case "files": return try importFiles(request)
            case "end": return try endImport(request)
            default: throw RequestFailure.notFound
            }
        case ("apps", 2):
            switch path[1] {
            case "grant": return try grant(request)
            case "select": return try select(request)
            case "preferences": return try preferences(request)
            case "destination": return try destination(request)
            case "revokePicks": return try revokePicks(request)
            case "undo": return try undo(request)
            default: throw RequestFailure.notFound
            }
        default: throw RequestFailure.notFound
        }
    }

    private func promptNumber(_ text: String) throws(RequestFailure) -> UInt64 {
        guard let number = UInt64(text) else { throw .notFound }
        return number
    }

    /// Redeems the secret of a link for a session cookie.
    private func open(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let link = request.query["secret"], let session = secrets.redeem(link) else {
            throw RequestFailure(403, localized("this link has been used already, or has expired"))
        }
        let name = RequestChecks.cookieName(request.ownPort)
        return HTTPResponse(
            status: 303,
            headers: [
                ("Location", "/"), ("Set-Cookie", "\(name)=\(session); Path=/; HttpOnly; SameSite=Strict"),
            ]
        )
    }

    /// A failure as JSON for the page's script, or as a page for a person.
    private func failed(_ failure: RequestFailure, _ request: HTTPRequest) -> HTTPResponse {
        var response: HTTPResponse
        if request.path.hasPrefix("/api/") {
            do {
                response = try HTTPResponse(json: ["error": failure.reason.sanitized], status: failure.status)
            } catch {
                response = HTTPResponse(status: failure.status)
            }
        } else {
            response = ExplainingPage.response(to: failure)
        }
        if failure.status == 405 { response.headers.append(("Allow", "GET, POST")) }
        SecurityHeaders.add(to: &response)
        return response
    }
}

extension RequestFailure {
    /// For any error that a route throws.
    init(anyError error: any Error) {
        switch error {
        case let failure as RequestFailure: self = failure
        case let failure as AgentFailure: self.init(failure == .nobodyWaits ? 409 : 400, failure.reason)
        case let error as LibraryError: self.init(error)
        case let error as SystemCallError: self.init(error)
        case is DecodingError: self.init(400, "the request's JSON has another form")
        default: self.init(500, "\(error)")
        }
    }
}

extension HTTPRequest {
    /// Decodes the body from JSON.
    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }
}
