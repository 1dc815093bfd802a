import Foundation
import Testing

@testable import HikingCollage

struct HikingCollageOptionsTests {
    @Test func `reads its files and switches`() throws {
        let options = try Options(["--json", "--hikes", "/h", "--output", "/o", "--watch", "--state", "/s"])
        let (hikes, state, output) = (URL(fileURLWithPath: "/h"), URL(fileURLWithPath: "/s"), URL(fileURLWithPath: "/o"))
        #expect(options.task == .collages(hikes: hikes, state: state, output: output, watches: true))
        #expect(options.printsJSON)
        #expect(try Options(["--suggest-hikes", "3"]).task == .suggestHikes(count: 3))
    }

    @Test(arguments: [
        [], ["--hikes"], ["--hikes", "h", "--state", "s"], ["--suggest-hikes", "0"], ["--suggest-hikes", "x"],
        ["--suggest-hikes", "3", "--watch"], ["--hikes", "h", "--state", "s", "--output", "o", "more"],
    ])
    func `refuses what makes no sense`(arguments: [String]) {
        #expect(throws: UsageError.self) { try Options(arguments) }
    }
}
