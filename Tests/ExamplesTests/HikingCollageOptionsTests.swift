import Foundation
import Testing

@testable import HikingCollage

struct HikingCollageOptionsTests {
    @Test func `reads its files and switches`() throws {
        let options = try Options(["--json", "--hikes", "/h", "--output", "/o", "--watch", "--state", "/s"])
        let (hikes, state, output) = (
            URL(fileURLWithPath: "/h"), URL(fileURLWithPath: "/s"), URL(fileURLWithPath: "/o")
        )
        #expect(options.task == .collages(hikes: hikes, state: state, output: output, watches: true))
        #expect(options.printsJSON)
        #expect(try Options(["--suggest-hikes", "3"]).task == .suggestHikes(count: 3))
        #expect(try Options(["--list", "Ridge walk", "--state", "/s"]).task == .list(hike: "Ridge walk", state: state))
    }

    @Test(arguments: [
        [], ["--hikes"], ["--hikes", "h", "--state", "s"], ["--suggest-hikes", "0"], ["--suggest-hikes", "x"],
        ["--suggest-hikes", "3", "--watch"], ["--list", "x"],
        ["--hikes", "h", "--state", "s", "--output", "o", "more"],
    ])
    func `refuses what makes no sense`(arguments: [String]) {
        #expect(throws: UsageError.self) { try Options(arguments) }
    }
}
