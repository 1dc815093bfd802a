import LibraryModel
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct LinkTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    @Test func `a link lets one browser in, with a cookie that scripts and other sites do not get`() throws {
        let browser = TestBrowser(host: page.server.host)
        let answer = try browser.follow(page.server.makeLink())
        #expect(answer.status == 303 && answer.headers["location"] == "/")
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.hasPrefix("photos-agent-\(page.server.port)="))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    }

    @Test func `a link that was followed is good for nobody else`() throws {
        let link = page.server.makeLink()
        let first = TestBrowser(host: page.server.host)
        #expect(try first.follow(link).status == 303)
        let thief = try first.follow(link)
        #expect(thief.status == 403 && thief.headers["set-cookie"] == nil)
        #expect(thief.headers["content-type"] == "text/html; charset=utf-8")
        #expect(thief.text.contains("This link has been used already, or has expired"))
        #expect(thief.text.contains("photos agent --open"))
        let told = try first.get("/open?secret=0", ["Accept-Language": "ja-JP,ja;q=0.9"]).text
        #expect(told.contains("このリンクは使用済みか、期限切れです") && told.contains("<html lang=\"ja\""))
    }

    @Test func `a link is good for a few minutes`() throws {
        let browser = TestBrowser(host: page.server.host)
        let links = [page.server.makeLink(), page.server.makeLink()]
        page.ahead.value = SessionSecrets.linkTime - 5_000_000_000
        #expect(try browser.follow(links[0]).status == 303)
        page.ahead.value = SessionSecrets.linkTime + 1
        #expect(try browser.follow(links[1]).status == 403)
    }

    @Test func `of many links that nobody follows only the newest are good`() throws {
        let browser = TestBrowser(host: page.server.host)
        let links = (0...SessionSecrets.maximumLinks).map { _ in page.server.makeLink() }
        #expect(try browser.follow(links[0]).status == 403)
        #expect(try browser.follow(links[1]).status == 303)
    }

    @Test func `of many browsers the first has to come again`() throws {
        let first = try page.browser()
        for _ in 1..<SessionSecrets.maximumSessions { _ = try page.browser() }
        #expect(try first.get("/").status == 200)
        _ = try page.browser()
        #expect(try first.get("/").status == 403)
    }

    @Test func `what is no link lets nobody in`() throws {
        for query in [
            "", "secret", "secret=", "secret=0", "secret=\(String(repeating: "0", count: 64))",
            "secret=\(String(repeating: "g", count: 64))", "secret=\(String(repeating: "0", count: 65))", "other=1",
        ] {
            #expect(try TestBrowser(host: page.server.host).get("/open?" + query).status == 403)
        }
    }

    @Test func `nothing is shown without the right cookie`() throws {
        for path in [
            "/", "/index.html", "/agent.js", "/browser.css", "/api/state", "/api/events", "/api/apps", "/api/albums",
            "/unknown",
        ] {
            var browser = try page.browser()
            let good = try #require(browser.cookie)
            browser.cookie = nil
            #expect(try browser.get(path).status == 403)
            let name = "photos-agent-\(page.server.port)"
            for bad in [
                "", "x", name, name + "=", String(good.dropLast()), good + "0", "x" + good, good.uppercased(),
                "\(name)=\(String(repeating: "0", count: 64))", "photos-agent=" + good.split(separator: "=")[1],
            ] {
                #expect(try browser.get(path, ["Cookie": bad]).status == 403, "\(bad)")
            }
        }
    }

    @Test func `what a stranger is told needs two files, which hold nothing, and only our own page gets them`() throws {
        let stranger = TestBrowser(host: page.server.host)
        let told = try stranger.get("/").text
        for file in told.matches(of: /(?:href|src)="([^"]*)"/).map({ String($0.1) }) {
            #expect(try stranger.get(file).status == 200, "\(file)")
            #expect(try stranger.get(file, ["Sec-Fetch-Site": "cross-site"]).status == 403, "\(file)")
            #expect(try stranger.get(file, ["Host": "evil.example"]).status == 403, "\(file)")
        }
        #expect(told.contains(#"<link rel="stylesheet" href="/agent.css">"#))
    }

    @Test func `the cookie is found among others`() throws {
        var browser = try page.browser()
        browser.cookie = "a=b; \(try #require(browser.cookie)); photos-agent-1=\(String(repeating: "0", count: 64))"
        #expect(try browser.get("/").status == 200)
    }

    @Test func `a secret is its text again, and nothing else`() throws {
        let secret = Secret.random()
        let again = try #require(Secret(secret.text))
        #expect(again.matches(secret))
        #expect(!again.matches(Secret.random()))
        #expect(secret.text.utf8.count == 64)
    }
}
