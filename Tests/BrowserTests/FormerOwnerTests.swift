import BrowserDriver
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@testable import AgentPage

/// A program that had the agent's port before, and left a worker in the browser that answers in its page's place.
private final class FormerOwner: Sendable {
    private let listener: HTTPListener
    private let loot: HTTPListener
    private let reported: Reports

    private final class Reports: Sendable {
        let all = Mutex<[String]>([])
        let arrived: EventDescriptor

        init() throws { arrived = try EventDescriptor() }

        func add(_ path: String) {
            all.withLock { $0.append(path) }
            arrived.signal()
        }
    }

    init() throws {
        let reported = try Reports()
        self.reported = reported
        let loot = try FormerOwner.listen { request in
            reported.add(request.path)
            return HTTPResponse.noContent
        }
        self.loot = loot
        let worker = """
            self.addEventListener('install', () => self.skipWaiting());
            self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
            self.addEventListener('fetch', (event) => {
                const { pathname } = new URL(event.request.url);
                event.waitUntil(fetch(`http://127.0.0.1:\(loot.port)/saw${pathname}`, { mode: 'no-cors' }));
            });
            """
        let page = """
            <!doctype html><link rel="icon" href="data:,"><script>
            navigator.serviceWorker.register('/worker.js', { scope: '/' })
                .then(() => navigator.serviceWorker.ready).then(() => { document.title = 'registered'; })
            </script>
            """
        listener = try FormerOwner.listen { request in
            if request.path == "/worker.js" { return HTTPResponse(Array(worker.utf8), type: "text/javascript") }
            return HTTPResponse(Array(page.utf8), type: "text/html")
        }
    }

    private static func listen(
        _ response: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> HTTPListener {
        try HTTPListener(
            port: 0,
            .init(admits: { _ in true }, knows: { _ in true }, admission: { _ in .whole }, response: response)
        )
    }

    var port: UInt16 { listener.port }
    var reports: [String] { reported.all.withLock { $0 } }

    /// Waits until its worker has seen a path.
    func hears(_ path: String) throws -> Bool {
        let deadline = MonotonicClock.deadline(after: 20_000_000_000)
        while !reports.contains(path) {
            let now = MonotonicClock.now()
            guard now < deadline,
                try Poll.wait(reported.arrived.descriptor, for: .readable, timeoutNanoseconds: deadline - now)
            else { return false }
            reported.arrived.clear()
        }
        return true
    }

    func forget() { reported.all.withLock { $0 = [] } }

    /// Leaves the port to others. What its worker sees it still hears of.
    func leave() { listener.stop() }
    func stop() { loot.stop() }
}

extension BrowserTests {
    @Suite struct FormerOwnerTests {
        @Test func `a worker that an earlier owner of the port left behind sees nothing of the page`() async throws {
            let chromium = try #require(Chromium.current)
            let former = try FormerOwner()
            let addresses = ["http://127.0.0.1:\(former.port)/", "http://localhost:\(former.port)/"]
            try await chromium.withPage { page in
                for address in addresses {
                    try await page.open(address)
                    try await page.wait(for: "document.title === 'registered'")
                }
                former.leave()
                let scene = try await Scene(photos: 3, port: former.port)
                try await page.open(scene.link)
                try await page.wait(for: "document.querySelector('h1')?.textContent === 'Photo Privacy'")
                try await page.reload()
                try await page.wait(for: "document.querySelector('h1')?.textContent === 'Photo Privacy'")
                let controller = "String(navigator.serviceWorker.controller?.scriptURL)"
                #expect(try await page.value(of: controller, as: String.self) == "undefined")
                let workers = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
                #expect(try await page.value(of: workers, as: Int.self) == 0)
                #expect(former.reports == [])
                // It is there, and would have seen a page at the address that it is for.
                for address in addresses {
                    former.forget()
                    try await page.open(address + "here")
                    #expect(try await Background.run { try former.hears("/saw/here") })
                    #expect(try await page.text("h1") == "This page has another address")
                }
                try await scene.stop()
            }
            former.stop()
        }
    }
}
