internal import Foundation
internal import LinuxSystem
package import Synchronization

/// A tab of the browser, driven as a person would: by pointer and keyboard, looking at what is there.
package final class Page: Sendable {
    private struct State {
        var problems: [String] = []
        var requests: [String] = []
    }

    private let tools: DevTools
    private let session: String
    private let state = Mutex(State())
    /// Called when the page does not come to what a test waits for: whoever waits for an answer of the person's must
    /// not wait for ever.
    package let whenLost = Mutex<(@Sendable (_ picture: [UInt8]) -> Void)?>(nil)

    init(_ tools: DevTools, _ session: String) {
        self.tools = tools
        self.session = session
    }

    func call<Command: DevToolsCommand>(_ command: Command) async throws -> Command.Reply {
        try await tools.call(command, session: session)
    }

    func prepare() async throws {
        _ = try await call(EnablePage())
        _ = try await call(EnableRuntime())
        _ = try await call(EnableNetwork())
        _ = try await call(EnableLog())
        try await resize(1100, 760)
        try await show(.light)
    }

    /// Errors and warnings that the page has written to the console, and what it has thrown.
    package var problems: [String] { state.withLock { $0.problems } }

    /// Addresses of everything that the page has asked for.
    package var requests: [String] { state.withLock { $0.requests } }

    /// Forgets problems that a test has brought about itself.
    package func forgetProblems() { state.withLock { $0.problems = [] } }

    func received(_ event: DevToolsEvent) {
        struct Sent: Decodable {
            struct Request: Decodable { var url: String }
            var request: Request
        }
        struct Console: Decodable {
            struct Argument: Decodable {
                var value: String?
                var description: String?
            }
            var type: String
            var args: [Argument]
        }
        struct Thrown: Decodable {
            struct Details: Decodable {
                struct Exception: Decodable { var description: String? }
                var text: String
                var exception: Exception?
            }
            var exceptionDetails: Details
        }
        struct Logged: Decodable {
            struct Entry: Decodable {
                var level: String
                var text: String
                var url: String?
            }
            var entry: Entry
        }
        do {
            switch event.method {
            case "Network.requestWillBeSent":
                let url = try event.parameters(Sent.self).request.url
                state.withLock { $0.requests.append(url) }
            case "Runtime.consoleAPICalled":
                let console = try event.parameters(Console.self)
                guard ["error", "warning", "assert"].contains(console.type) else { return }
                note(console.args.map { $0.value ?? $0.description ?? "?" }.joined(separator: " "))
            case "Runtime.exceptionThrown":
                let details = try event.parameters(Thrown.self).exceptionDetails
                note(details.exception?.description ?? details.text)
            case "Log.entryAdded":
                let entry = try event.parameters(Logged.self).entry
                guard ["error", "warning"].contains(entry.level) else { return }
                note("\(entry.text) \(entry.url ?? "")")
            default: return
            }
        } catch {
            note("not understood: \(event.method): \(error)")
        }
    }

    private func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

    // What is there

    /// Goes to an address and waits until its script runs.
    package func open(_ address: String) async throws {
        let reply = try await call(Navigate(url: address))
        if let error = reply.errorText { throw DevToolsError(description: "\(address): \(error)") }
        try await wait(for: "document.readyState === 'complete'")
    }

    /// From the next page on the person's first language is `tag`.
    package func speak(_ tag: String) async throws {
        let agent: String = try await value(of: "navigator.userAgent")
        _ = try await call(SetUserAgent(userAgent: agent, acceptLanguage: tag))
    }

    package func reload() async throws {
        try await run("globalThis.isOld = true")
        _ = try await call(Reload())
        try await wait(for: "!globalThis.isOld && document.readyState === 'complete'")
    }

    /// The value of an expression, which may be a promise.
    package func value<Value: Decodable>(of expression: String, as type: Value.Type = Value.self) async throws -> Value
    {
        let reply = try await call(Evaluate<Value>(expression: expression))
        if let exception = reply.exceptionDetails {
            throw DevToolsError(description: exception.exception?.description ?? exception.text)
        }
        guard let value = reply.result.value else { throw DevToolsError(description: "\(expression) has no value") }
        return value
    }

    package func run(_ script: String) async throws {
        let _: Bool = try await value(of: "(() => { \(script); return true; })()")
    }

    /// Waits until a condition holds: looked at before every frame, 20 seconds at most.
    package func wait(for condition: String, _ file: String = #fileID, _ line: Int = #line) async throws {
        let script = """
            new Promise((resolve) => {
                const end = performance.now() + 20000;
                const look = () => {
                    let isSo = false;
                    try { isSo = Boolean(\(condition)); } catch { /* not there yet */ }
                    if (isSo) resolve(true);
                    else if (performance.now() > end) resolve(false);
                    else requestAnimationFrame(look);
                };
                look();
            })
            """
        for _ in 0..<10 {
            do {
                if try await value(of: script, as: Bool.self) { return }
                let picture = try await picture()
                whenLost.withLock { $0 }?(picture)
                throw DevToolsError(description: "\(file):\(line): waited in vain for \(condition)")
            } catch let error as DevToolsError
                where error.description.contains("context") || error.description.contains("navigated")
            {
                // The page has just been replaced by the next one.
                continue
            }
        }
        throw DevToolsError(description: "the page is replaced again and again")
    }

    /// The text of the first element that a selector finds.
    package func text(_ selector: String) async throws -> String {
        try await value(of: "document.querySelector(\(literal(selector))).textContent")
    }

    package func texts(_ selector: String) async throws -> [String] {
        try await value(of: "[...document.querySelectorAll(\(literal(selector)))].map((node) => node.textContent)")
    }

    package func count(_ selector: String) async throws -> Int {
        try await value(of: "document.querySelectorAll(\(literal(selector))).length")
    }

    package func exists(_ selector: String) async throws -> Bool { try await count(selector) > 0 }

    /// A JavaScript string.
    package func literal(_ text: String) -> String {
        "\"" + text.map { ["\"": "\\\"", "\\": "\\\\", "\n": "\\n"][$0] ?? String($0) }.joined() + "\""
    }

    // What is kept

    /// Pictures of the page are kept here.
    private static let pictures: FilePath = ".build/screenshots"

    /// Takes a picture once no thumbnail on the screen is missing any more.
    @discardableResult
    package func screenshot(_ name: String) async throws -> [UInt8] {
        try await wait(
            for: """
                [...document.images].every((image) => image.complete || !image.src || !image.checkVisibility()
                    || image.getBoundingClientRect().top > innerHeight)
                """
        )
        let bytes = try await picture()
        try FileNames.makeFolders(Page.pictures)
        let path = Page.pictures.appending(FilePath("\(name).png"))
        try OwnedDescriptor(opening: path, [.writeOnly, .create, .truncate], mode: 0o644).write(bytes)
        return bytes
    }

    /// What the page looks like, as a PNG file.
    private func picture() async throws -> [UInt8] {
        let reply = try await call(CaptureScreenshot())
        guard let bytes = Data(base64Encoded: reply.data) else { throw DevToolsError(description: "not a picture") }
        return Array(bytes)
    }
}
