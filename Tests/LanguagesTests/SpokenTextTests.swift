import Foundation
import Testing

/// What the tools say goes through the catalogues, and so do the reasons that come from elsewhere in English.
struct SpokenTextTests {
    /// Sources in which every sentence is one for people: the tools', and reasons that are shown to people.
    private static let spoken = [
        "photos/", "photos-agent/", "PhotosCommandLine/", "OwnerTools/", "PhotosAgent/", "AgentText/", "AgentTerminal/",
        "CloudBuckets/BucketFailure.swift", "CloudBuckets/Names/", "HTTPTransfer/HTTPFailure.swift",
        "CloudSyncProcess/Program/SyncIssue+Text.swift", "CloudSyncProcess/Program/SyncRefusal.swift",
        "CloudSyncProcess/Database/SyncDatabaseError.swift", "CloudSyncProcess/Originals/StorageOptimization.swift",
    ]

    /// Shell scripts, which are the same for everybody.
    private static let unspoken = "PhotosCommandLine/Completions/"

    /// What only programs read.
    private static let ofReports: Set = ["the photo has an edit already"]

    private static let calls: Set = [
        "localized", "localizable",
        // What ends the program is a mistake of its own.
        "precondition", "preconditionFailure", "fatalError",
    ]

    private static func isCommand(_ text: String) -> Bool {
        text.starts(with: #/(?:photos|photos-agent|systemctl|SELECT) /#)
    }

    @Test func `no sentence for people is said past the catalogues`() throws {
        let keys = try Set(SourceKeys.all().keys.map { $0.replacing(#/\{\w+\}/#, with: "{}") })
        var missed: [String] = []
        var count = 0
        let names = FileManager.default.enumerator(atPath: SourceKeys.sources.path)?.compactMap { $0 as? String } ?? []
        for name in names.sorted() where name.hasSuffix(".swift") {
            guard SpokenTextTests.spoken.contains(where: name.hasPrefix), !name.hasPrefix(SpokenTextTests.unspoken)
            else {
                continue
            }
            let source = try String(contentsOf: SourceKeys.sources.appending(path: name), encoding: .utf8)
            for literal in SwiftLiterals(source).all {
                count += 1
                let text = literal.text
                // Three words of English are a sentence.
                guard text.contains(#/[A-Za-z']{2,}(?: [a-z']+){2,}/#), !SpokenTextTests.calls.contains(literal.call),
                    !SpokenTextTests.isCommand(text), !SpokenTextTests.ofReports.contains(text)
                else { continue }
                // A reason, perhaps with another one after it.
                if keys.contains(text) || keys.contains(text + "{}") { continue }
                missed.append("\(name): \(text)")
            }
        }
        #expect(count > 1_000)
        #expect(missed == [])
    }

    @Test func `literals are found with their calls, joined, and within each other`() {
        let source = #"""
            // "a comment"
            say(localized("{count} of \"it\"", ["a": b])); let x = "one \(two("three \(4)")) five "
                + "six"
            """#
        let found = SwiftLiterals(source).all
        #expect(found.map(\.text) == ["{count} of \"it\"", "a", "three {}", "one {} five six"])
        #expect(found.map(\.call) == ["localized", "", "two", ""])
    }
}
