import LibraryModel
import Testing
import UploadWorkerProtocol

/// What the server and `photolibrary-upload` say to each other.
@Suite struct UploadTaskTests {
    private func origin(_ text: String) throws -> UploadOrigin { try #require(UploadOrigin(text)) }

    @Test func `a task and its answer arrive as they were`() throws {
        let request = UploadRequest(
            url: "https://a.example/x?y",
            method: "POST",
            headers: [HeaderField("A", "b: c"), HeaderField("D", "")],
            timeout: 77
        )
        let destinations = [
            UploadDestination(try origin("https://a.example"), isAllowed: true, allowsLocal: false),
            UploadDestination(try origin("http://[fd00::1]:81"), isAllowed: true, allowsLocal: true),
        ]
        let task = UploadTask(request, to: destinations, size: 5_000_000_000, bytesPerSecond: 9)
        #expect(UploadTask(decoding: task.encoded) == task)
        let bare = UploadTask(UploadRequest(url: "http://a", method: "PUT"), to: [], size: 0, bytesPerSecond: 1)
        #expect(UploadTask(decoding: bare.encoded) == bare)
        let response = UploadAnswer.response(UploadResponse(status: 201, headers: [HeaderField("etag", "x: y")]))
        #expect(UploadAnswer(decoding: response.encoded) == response)
        for failure in UploadFailure.allCases {
            #expect(UploadAnswer(decoding: UploadAnswer.failure(failure).encoded) == .failure(failure))
        }
    }

    @Test func `of many servers the request's own is always among those that are told`() throws {
        let many = try (0..<200).map { number in
            UploadDestination(try origin("https://a\(number).example"), isAllowed: true, allowsLocal: false)
        }
        let request = UploadRequest(url: "https://a199.example/x", method: "PUT")
        let task = try #require(
            UploadTask(decoding: UploadTask(request, to: many, size: 1, bytesPerSecond: 1).encoded)
        )
        #expect(task.destinations.count == 64 && task.destinations[0] == many[199])
    }

    @Test(arguments: ["", "nonsense", "200", "99\n", "1000\n", "-1\n", "200x\n"])
    func `what is no answer is none`(_ text: String) { #expect(UploadAnswer(decoding: Array(text.utf8)) == nil) }

    @Test func `bytes that are no text are neither task nor answer`() {
        #expect(UploadAnswer(decoding: [0xFF, 0x0A]) == nil && UploadTask(decoding: [0xFF]) == nil)
    }
}
