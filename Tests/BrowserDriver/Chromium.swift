internal import LibraryTestSupport
internal import LinuxSystem
internal import Synchronization

/// A headless Chromium.
package final class Chromium: Sendable {
    private let folder: ScratchFolder
    private let process: RunningProgram
    private let tools: DevTools
    private let receivers: Receivers

    /// What Debian's script of that name starts.
    private static let program: FilePath = "/usr/lib/chromium/chromium"

    package init() throws {
        folder = try ScratchFolder()
        let pair = try UnixSocket.pair()
        do {
            process = try RunningProgram(
                path: Chromium.program,
                [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
                    "--disable-component-update", "--disable-default-apps", "--disable-extensions", "--disable-sync",
                    "--disable-breakpad", "--mute-audio", "--lang=en-US",
                    "--disable-features=OptimizationHints,MediaRouter,Translate",
                    FilePath("--user-data-dir=\(folder.file("profile").text)"), "about:blank",
                ],
                environment: ["HOME": folder.path.text, "TZ": "UTC"],
                descriptors: [.init(pair.second, as: 3), .init(pair.second, as: 4)]
            )
        } catch {
            throw DevToolsError(description: "no browser (make test installs chromium): \(error)")
        }
        let receivers = Receivers()
        self.receivers = receivers
        tools = try DevTools(pair.take { mine, _ in mine }) { receivers.deliver($0) }
    }

    /// Ends the browser and everything that it has started.
    package func close() async throws {
        _ = try await tools.call(CloseBrowser())
        try process.finish()
    }

    /// Opens a page with cookies and storage of its own, runs `body`, and closes the page.
    package func withPage(_ body: (Page) async throws -> Void) async throws {
        let context = try await tools.call(CreateContext()).browserContextId
        let target = try await tools.call(CreateTarget(browserContextId: context)).targetId
        let session = try await tools.call(AttachToTarget(targetId: target)).sessionId
        let page = Page(tools, session)
        receivers.set(session) { page.received($0) }
        try await page.prepare()
        try await body(page)
        _ = try await tools.call(DisposeContext(browserContextId: context))
        receivers.remove(session)
    }
}

/// Who gets the events of which session.
private final class Receivers: Sendable {
    private let receivers = Mutex<[String: @Sendable (DevToolsEvent) -> Void]>([:])

    func set(_ session: String, _ receiver: @escaping @Sendable (DevToolsEvent) -> Void) {
        receivers.withLock { $0[session] = receiver }
    }

    func remove(_ session: String) {
        _ = receivers.withLock { $0.removeValue(forKey: session) }
    }

    func deliver(_ event: DevToolsEvent) {
        guard let session = event.session else { return }
        receivers.withLock { $0[session] }?(event)
    }
}
