import Foundation
import LinuxSystem
import Synchronization
import Testing

@testable import os

@Suite struct LogDestinationTests {
    private let log = OSLog(subsystem: "com.example.app", category: "import")
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var path: String { folder.appendingPathComponent("socket").path }

    private func entry(_ text: String, _ level: OSLogType = .error) -> LogEntry {
        LogEntry(level: level, log: log, text: text)
    }

    @Test func `an entry is a datagram of fields`() throws {
        let journal = try JournalDouble(path)
        defer { remove() }
        let destination = LogDestination(journal: FilePath(path)) { Issue.record("on standard error: \($0)") }
        destination.write(entry("one line"))
        let fields = try journal.receive()
        #expect(fields["MESSAGE"] == "one line")
        #expect(fields["PRIORITY"] == "3")
        #expect(fields["SUBSYSTEM"] == "com.example.app")
        #expect(fields["CATEGORY"] == "import")
        #expect(fields["SYSLOG_IDENTIFIER"]?.isEmpty == false)
        // No value makes a field of its own.
        destination.write(entry("two\nPRIORITY=0\nlines"))
        let second = try journal.receive()
        #expect(second["MESSAGE"] == "two\nPRIORITY=0\nlines")
        #expect(second["PRIORITY"] == "3")
    }

    @Test func `what is too long for a datagram comes as a file`() throws {
        let journal = try JournalDouble(path)
        defer { remove() }
        let destination = LogDestination(journal: FilePath(path)) {
            Issue.record("on standard error: \($0.prefix(80))")
        }
        let text = String(repeating: "x", count: 2_000_000)
        destination.write(entry(text))
        #expect(try journal.receive()["MESSAGE"] == text)
    }

    @Test func `a busy journal is not waited for, and what it missed is counted`() throws {
        let journal = try JournalDouble(path)
        defer { remove() }
        let destination = LogDestination(journal: FilePath(path)) { Issue.record("on standard error: \($0)") }
        // Far more than the socket holds.
        let all = 2000
        for number in 0..<all { destination.write(entry("\(number)")) }
        let taken = try journal.receiveAll()
        #expect(taken.count < all)
        #expect(taken.first?["MESSAGE"] == "0")
        destination.write(entry("at last"))
        let last = try journal.receive()
        #expect(last["MESSAGE"] == "at last")
        #expect(last["LOST_MESSAGES"] == String(all - taken.count))
        destination.write(entry("and again"))
        #expect(try journal.receive()["LOST_MESSAGES"] == nil)
    }

    @Test func `a journal that is started anew is found again`() throws {
        defer { remove() }
        var journal: JournalDouble? = try JournalDouble(path)
        let lines = Lines()
        let destination = LogDestination(journal: FilePath(path)) { lines.add($0) }
        destination.write(entry("1"))
        #expect(try journal?.receive()["MESSAGE"] == "1")
        journal = nil
        destination.write(entry("2"))
        #expect(lines.all.count == 1)
        destination.write(entry("3"))
        #expect(lines.all.count == 2)
        #expect(lines.all.last?.hasSuffix(" [com.example.app:import] error: 3\n") == true)
    }

    @Test func `a journal that was started anew takes the next message`() throws {
        defer { remove() }
        var journal: JournalDouble? = try JournalDouble(path)
        let destination = LogDestination(journal: FilePath(path)) { Issue.record("on standard error: \($0)") }
        destination.write(entry("1"))
        journal = nil
        try FileManager.default.removeItem(atPath: path)
        journal = try JournalDouble(path)
        destination.write(entry("2"))
        #expect(try journal?.receive()["MESSAGE"] == "2")
    }

    @Test func `without a journal there is standard error`() {
        defer { remove() }
        let lines = Lines()
        let destination = LogDestination(journal: FilePath(path)) { lines.add($0) }
        destination.write(LogEntry(level: .info, log: .default, text: "here"))
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasSuffix("] info: here\n") == true)
    }

    private func remove() {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
