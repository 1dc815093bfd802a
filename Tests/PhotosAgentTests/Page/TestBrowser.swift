import AgentPage
import FoundationEssentials

/// A browser, as far as requests go: it has a cookie once it has followed a link.
struct TestBrowser {
    /// As requests name the page: a name and a port.
    let host: String
    var cookie: String?

    /// One that has followed no link.
    init(host: String) { self.host = host }

    /// One that has followed a fresh link of the page's.
    init(on server: PageServer) throws {
        self.init(host: server.host)
        let answer = try follow(server.makeLink())
        guard answer.status == 303, let set = answer.headers["set-cookie"] else {
            throw RawConnection.Broken(what: "the link was not good: \(answer.status)")
        }
        cookie = set.split(separator: ";").first.map { String($0) }
    }

    var origin: String { "http://" + host }

    var port: UInt16 { host.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

    /// What is sent where a test does not say otherwise.
    private func headers(_ changed: [String: String?], isPost: Bool) -> [String: String] {
        var headers = ["Host": host]
        if isPost {
            headers["Origin"] = origin
            headers["Content-Type"] = "application/json"
        }
        if let cookie { headers["Cookie"] = cookie }
        for (name, value) in changed { headers[name] = value }
        return headers
    }

    func get(_ path: String, _ changed: [String: String?] = [:], method: String = "GET") throws -> HTTPAnswer {
        let connection = try RawConnection(port: port)
        try connection.send(head(method, path, headers(changed, isPost: false)))
        return try connection.takeAnswer()
    }

    func post(_ path: String, _ body: String, _ changed: [String: String?] = [:]) throws -> HTTPAnswer {
        let connection = try RawConnection(port: port)
        var all = headers(changed, isPost: true)
        if changed["Content-Length"] == nil { all["Content-Length"] = String(body.utf8.count) }
        try connection.send(head("POST", path, all) + body)
        return try connection.takeAnswer()
    }

    func follow(_ link: String) throws -> HTTPAnswer {
        guard link.hasPrefix(origin + "/open?") else { throw RawConnection.Broken(what: "not a link: \(link)") }
        // A browser keeps the place in the page to itself.
        return try get(String(link.dropFirst(origin.count).prefix { $0 != "#" }))
    }

    /// Begins to listen to events.
    func listen() throws -> RawConnection {
        let connection = try RawConnection(port: port)
        try connection.send(head("GET", "/api/events", headers([:], isPost: false)))
        let answer = try connection.takeHead()
        guard answer.status == 200, answer.headers["content-type"] == "text/event-stream" else {
            throw RawConnection.Broken(what: "no events: \(answer)")
        }
        return connection
    }

    func head(_ method: String, _ path: String, _ headers: [String: String]) -> String {
        "\(method) \(path) HTTP/1.1\r\n"
            + headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
            + "\r\n"
    }

    /// A request of the page's, answered in JSON.
    func json<Value: Decodable>(_ path: String, posting body: String? = nil) throws -> Value {
        let answer = if let body { try post(path, body) } else { try get(path) }
        guard answer.status == 200 else { throw RawConnection.Broken(what: "\(answer.status): \(answer.text)") }
        return try JSONDecoder().decode(Value.self, from: Data(answer.body))
    }
}

extension RawConnection {
    /// Waits for an event of a name and takes its data.
    func takeEvent(_ name: String) throws -> String {
        // Heartbeats do not make the wait longer.
        let deadline = RawConnection.deadline
        while true {
            let lines = try take(upTo: "\n\n", by: deadline).split { $0 == "\n" || $0 == "\r\n" }
            // Sizes of chunks stand between the lines, too.
            guard let place = lines.firstIndex(of: "event: \(name)"), lines.count > place + 1 else { continue }
            return String(lines[place + 1].dropFirst("data: ".count))
        }
    }
}
