internal import LibraryClient
internal import LibraryModel

// Which apps may see what.
extension PageRoutes {
    private func grantsJSON() throws -> [AppJSON] { try client.grants().map { AppJSON($0) } }

    func apps() throws -> HTTPResponse { try HTTPResponse(json: ["apps": try grantsJSON()]) }

    func exportedApps() throws -> HTTPResponse {
        var response = try HTTPResponse(json: ["apps": try grantsJSON()])
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
        let level = try AccessLevel(word: body.level)
        let status = try AuthorizationStatus(word: body.status)
        try client.setStatus(status, ofApp: body.app, for: level, until: try instant(body.until))
        return .noContent
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
        if !added.isEmpty { try client.select(added, forApp: body.app, deselects: false) }
        if !removed.isEmpty { try client.select(removed, forApp: body.app, deselects: true) }
        return .noContent
    }

    func policy(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var confirmsChanges: Bool?
            var isSilenced: Bool?
        }
        let body: Body = try request.decoded()
        try client.setPolicy(ofApp: body.app, confirmsChanges: body.confirmsChanges, isSilenced: body.isSilenced)
        return .noContent
    }

    func endPicks(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable { var app: String }
        let body: Body = try request.decoded()
        try client.endPicks(ofApp: body.app)
        return .noContent
    }

    /// Blocks of changes that are shown of an app.
    private static let maximumChanges = 100

    /// What an app did to the library, the newest first.
    func changes(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let app = request.query["app"] else { throw RequestFailure(400, "no app is named") }
        let history = try client.history(ofApp: app, limit: PageRoutes.maximumChanges)
        return try HTTPResponse(json: AppChangesJSON(history))
    }

    /// Takes assets that the app has deleted out of recently deleted again.
    func recover(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var assets: [String]
        }
        let body: Body = try request.decoded()
        let assets = try ObjectID.list(body.assets)
        _ = try client.recoverDeletions(ofApp: body.app, among: Set(assets))
        return .noContent
    }
}
