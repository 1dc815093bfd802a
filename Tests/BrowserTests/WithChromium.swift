import BrowserDriver
import Testing

extension Chromium {
    /// The suite's browser.
    @TaskLocal static var current: Chromium?
}

/// Starts a browser before the tests of a suite and ends it after them.
struct WithChromium: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let chromium = try Chromium()
        do {
            try await Chromium.$current.withValue(chromium) { try await function() }
        } catch {
            try await chromium.close()
            throw error
        }
        try await chromium.close()
    }
}

extension Trait where Self == WithChromium {
    /// The suite's tests share a browser.
    static var chromium: WithChromium { WithChromium() }
}
