import Foundation
import Testing

@testable import PhotoJournal

@Suite struct PhotoJournalTests {
    @Test func `a journal is read as it was written, and is empty where there is none`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        var journal = try Journal(contentsOf: file)
        #expect(journal == Journal())
        journal.albums = ["x"]
        let photos = [
            Journal.Photo(identifier: "a", name: "a.jpg"),
            Journal.Photo(identifier: "b", name: "b.jpg", choices: ["c"]),
        ]
        journal.entries = [Journal.Entry(date: Date(timeIntervalSince1970: 7), text: "t", photos: photos)]
        try journal.write(to: file)
        #expect(try Journal(contentsOf: file) == journal)
        try Data("{".utf8).write(to: file)
        #expect(throws: JournalError.self) { try Journal(contentsOf: file) }
    }

    @Test func `the command line is an entry or a list`() throws {
        #expect(try Options(["--journal", "/j", "new", "a", "b"]).command == .new("a b"))
        #expect(try Options(["--journal", "/j", "list"]).command == .list)
        #expect(try Options(["--journal", "/j", "choose"]).command == .choose)
        for wrong in [
            [], ["list"], ["--journal", "/j"], ["--journal", "/j", "new"], ["--journal", "/j", "list", "x"],
        ] {
            #expect(throws: UsageError.self) { try Options(wrong) }
        }
    }
}
