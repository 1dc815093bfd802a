import BrowserDriver
import LibraryTestSupport
import LinuxSystem

/// axe-core, run in the page that is shown. The browser's debugger puts it in, which the page's policy does not bind.
enum AxeCore {
    struct NotInstalled: Error, CustomStringConvertible {
        var description: String { "axe-core is not there: `make test-tools` installs it" }
    }

    private static let script = Result {
        let path = try TestTools.path("axe.min.js")
        guard try FileStatus.ifPresent(path) != nil else { throw NotInstalled() }
        return String(
            decoding: try OwnedDescriptor(opening: path, [.readOnly]).readToEnd(limit: 4 << 20),
            as: UTF8.self
        )
    }

    /// What breaks a rule, one line each: the rule, the element, and why.
    static func findings(in page: Page) async throws -> [String] {
        if try await !page.value(of: "'axe' in globalThis", as: Bool.self) {
            // Its end is the value of the last statement, which need not be one that can be sent.
            try await page.run(script.get())
        }
        return try await page.value(
            of: """
                axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(
                    (rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 120)} ${node.failureSummary}`)
                ))
                """
        )
    }
}
