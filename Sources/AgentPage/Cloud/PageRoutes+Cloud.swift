internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools

// Synchronisation with other machines: how it stands, and what the person does about it.
extension PageRoutes {
    private struct CloudPageJSON: Encodable {
        var status: CloudJSON
        /// What to do where it is not set up.
        var setUp: String
    }

    func cloud() throws -> HTTPResponse {
        try HTTPResponse(json: CloudPageJSON(status: CloudJSON(try client.cloudStatus()), setUp: CloudSummary.setUp))
    }

    func act(_ name: String, _ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable { var device: String? }
        let body: Body = try request.decoded()
        let action: CloudAction
        switch name {
        case "sync": action = .synchronize
        case "pause": action = .pause
        case "resume": action = .resume
        case "verify": action = .verify
        case "forget":
            let devices = CloudSummary(try client.cloudStatus()).devices
            guard let device = devices.first(where: { $0.device.hexadecimal == body.device }) else {
                throw RequestFailure(400, localized("that is no device of this library"))
            }
            action = .forget(device.device)
        default: throw RequestFailure.notFound
        }
        let number = try action.carryOut(client)
        cloudWatch.wake()
        return try HTTPResponse(json: ["command": number])
    }
}
