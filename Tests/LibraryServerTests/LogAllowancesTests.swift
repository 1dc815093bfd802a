import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

/// Which lines are logged, as scripts.
@Suite struct LogAllowancesTests {
    private static let second: UInt64 = 1_000_000_000
    private static let app = LogAllowances.Subject.app("exe:/app", user: 1)

    /// How many of so many lines are written.
    private func written(_ count: Int, _ subject: LogAllowances.Subject, _ now: UInt64, _ log: inout LogAllowances)
        -> Int
    {
        var written = 0
        for _ in 0..<count where log.admit(subject, now: now) != nil { written += 1 }
        return written
    }

    @Test func `an app has 256 lines at once and one a second, and the next line counts what was left out`() {
        var log = LogAllowances()
        #expect(written(1_000, LogAllowancesTests.app, 0, &log) == 256)
        #expect(written(1, .app("exe:/other", user: 1), 0, &log) == 1)
        #expect(log.admit(LogAllowancesTests.app, now: LogAllowancesTests.second) == 744)
        #expect(log.admit(LogAllowancesTests.app, now: LogAllowancesTests.second) == nil)
        #expect(log.admit(LogAllowancesTests.app, now: 2 * LogAllowancesTests.second) == 1)
        #expect(log.admit(LogAllowancesTests.app, now: 4 * LogAllowancesTests.second) == 0)
    }

    @Test func `many programs of one user have 2,048 lines together, and leave those of others theirs`() {
        var log = LogAllowances()
        var total = 0
        for number in 0..<100 { total += written(100, .app("exe:/\(number)", user: 1), 0, &log) }
        #expect(total == 2_048)
        #expect(written(100, .user(1), 0, &log) == 0)
        #expect(written(100, .user(2), 0, &log) == 100)
        #expect(written(100, .anybody, 0, &log) == 100)
        #expect(written(100, .user(1), LogAllowancesTests.second, &log) == 8)
    }

    @Test func `accounts that are full again are forgotten`() {
        var log = LogAllowances()
        for number in 0..<2_000 { _ = log.admit(.app("\(number)", user: UInt32(number)), now: 0) }
        #expect(log.accountCount > 1_024)
        _ = log.admit(LogAllowancesTests.app, now: 1_000 * LogAllowancesTests.second)
        #expect(log.accountCount == 2)
    }

    @Test func `a log has no more lines of an app than it may cause, and all of the server's own`() throws {
        let folder = try ScratchFolder()
        let output = try OwnedDescriptor(opening: folder.file("log"), [.readWrite, .create])
        let log = EventLog(to: try output.duplicate())
        for _ in 0..<2_000 {
            log.event("refused", ["reason": "x"], of: LogAllowancesTests.app)
            log.event("own")
        }
        try output.seek(to: 0)
        let lines = String(decoding: try output.readToEnd(limit: 1 << 20), as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0 == "own" }.count == 2_000)
        // The test itself takes some seconds at most.
        #expect((256..<400).contains(lines.filter { $0.hasPrefix("refused") }.count))
    }
}
