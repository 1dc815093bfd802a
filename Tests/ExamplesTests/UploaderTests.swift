import Foundation
import Testing

@testable import Uploader

@Suite struct UploaderTests {
    @Test func `the command line is a server, nothing, or what the library says`() throws {
        #expect(try Options(["--to", "https://a.example/in"]).destination?.host == "a.example")
        #expect(try Options([]).destination == nil)
        #expect(try Options(["--process-upload-jobs"]).destination == nil)
        for wrong in [["--to"], ["--to", "x"], ["--to", "file:///x"], ["x"], ["--to", "https://a.example", "x"]] {
            #expect(throws: UsageError.self) { try Options(wrong) }
        }
    }

    @Test func `the state is read as it was written, and is in the folder of the environment`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("uploader-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = UploaderState.file(["XDG_STATE_HOME": folder.path])
        #expect(try UploaderState(contentsOf: file) == nil)
        var state = UploaderState(destination: try #require(URL(string: "https://a.example/in")))
        state.waiting = ["a"]
        try state.write(to: file)
        #expect(try UploaderState(contentsOf: file) == state)
        let url = state.url(of: "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001", filename: "a b?.jpg")
        #expect(url.absoluteString == "https://a.example/in/9F983DBA-a%20b%3F.jpg")
    }
}
