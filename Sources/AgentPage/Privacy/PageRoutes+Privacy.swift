internal import InstalledPrograms
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import PhotosAgent

// What each app may do, and the person's decisions.
extension PageRoutes {
    func apps() throws -> HTTPResponse {
        try HTTPResponse(json: ["apps": try client.grants().map { AppJSON($0, programs) }])
    }

    /// The icon of an app's program, when this machine has proof of it.
    func icon(ofApp request: HTTPRequest) throws -> HTTPResponse {
        guard let program = request.query["app"].flatMap({ AppEvidence.program(of: $0) }),
            let icon = programs.icon(ofProgramAt: program)
        else { throw RequestFailure.notFound }
        return HTTPResponse(icon, type: "image/png")
    }

    /// Photos that the page shows of an app's.
    private static let maximumPhotos = 60

    /// The first photos that were picked for an app and that it can read now, or that are selected for it.
    func photos(ofApp request: HTTPRequest) throws -> HTTPResponse {
        guard let app = request.query["app"] else { throw RequestFailure(400, "an app is needed") }
        let ids: [ObjectID]
        switch request.query["of"] {
        case "picked": ids = try client.picks(ofApp: app)
        case "selected": ids = try client.selection(ofApp: app)
        default: throw RequestFailure(400, "of is picked or selected")
        }
        let shown = FetchedIdentifiers(Array(ids.prefix(PageRoutes.maximumPhotos)), kinds: .all(.asset))
        return try HTTPResponse(json: ["items": ItemJSON.rows(try client.assets(shown, 0..<shown.count))])
    }

    func exportedApps() throws -> HTTPResponse {
        var response = try HTTPResponse(json: try client.grants().map { try AppJSON($0, from: client, programs) })
        response.headers.append(("Content-Disposition", "attachment; filename=\"photos-privacy.json\""))
        return response
    }

    func grant(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var level: String
            var status: String
            var until: String?
        }
        let body: Body = try request.decoded()
        guard let level = AccessLevel(name: body.level) else {
            throw RequestFailure(400, "a level is readWrite or addOnly")
        }
        // Only an administrator restricts.
        guard let status = AuthorizationStatus(name: body.status), status != .restricted else {
            throw RequestFailure(400, "that is no status")
        }
        return try decide(.status(status, level, until: try instant(body.until)), body.app)
    }

    func select(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var add: [String]?
            var remove: [String]?
        }
        let body: Body = try request.decoded()
        let added = try ObjectID.list(body.add ?? [])
        let removed = try ObjectID.list(body.remove ?? [])
        return try decide(.select(add: added, remove: removed), body.app)
    }

    func preferences(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var confirmsChanges: Bool?
            var isSilenced: Bool?
            var hidesPlaces: Bool?
        }
        let body: Body = try request.decoded()
        let preferences = AppDecision.preferences(
            confirmsChanges: body.confirmsChanges,
            isSilenced: body.isSilenced,
            hidesPlaces: body.hidesPlaces
        )
        return try decide(preferences, body.app)
    }

    /// Lets an app ask again before it sends photos to a server.
    func destination(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var origin: String
        }
        let body: Body = try request.decoded()
        guard let origin = UploadOrigin(body.origin) else { throw RequestFailure(400, "that is no server") }
        return try decide(.destinations([origin], isAllowed: nil), body.app)
    }

    func revokePicks(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var photos: [String]?
        }
        let body: Body = try request.decoded()
        return try decide(.revokePicks(try body.photos.map { try ObjectID.list($0) }), body.app)
    }

    private func decide(_ decision: AppDecision, _ app: String) throws -> HTTPResponse {
        try decision.carryOut(client, app: app)
        return .noContent
    }
}
