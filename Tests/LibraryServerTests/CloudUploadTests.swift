import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Testing

@testable import LibraryServer

/// Upload jobs whose original is in the cloud. The test is the process that synchronises.
@Suite(.timeLimit(.minutes(3))) struct CloudUploadTests {
    private let served: Served
    private let inbox = UploadTests.Inbox()
    private let server: LoopbackServer

    /// By a clock that stands still: whatever is tried again later is not tried again.
    init() throws {
        served = try Served(photos: 2, clock: { 1_800_000_000_000_000 })
        try served.optimizeStorage()
        try served.decide(.authorized)
        server = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return .answer(200)
        }
        try allow(true)
    }

    private func allow(_ isAllowed: Bool) throws {
        try served.owner.setUploadDestination(
            try #require(UploadOrigin(url: server.url)),
            ofApp: served.library.appIdentity,
            isAllowed: isAllowed,
            allowsLocal: true
        )
    }

    private func send(_ photo: Int) throws -> ObjectID {
        let id = try served.app.mintIdentifiers(1)[0]
        let request = UploadRequest(url: server.url + "/\(photo)", method: "PUT")
        let creation = UploadJobCreation(
            id: id,
            asset: served.photos[photo],
            resource: .photo,
            destination: request
        )
        try served.app.perform(.createUploadJob(creation))
        return id
    }

    /// Waits until a job is as it must be.
    private func job(_ id: ObjectID, _ action: UploadJob.Action, _ isRight: (UploadJob) -> Bool) throws -> UploadJob {
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        while MonotonicClock.now() < deadline {
            if let found = try served.app.uploadJobs(for: action).first(where: { $0.id == id }), isRight(found) {
                return found
            }
            _ = Cancellation().pause(20_000_000)
        }
        throw LibraryError(.notFound, "the job is not as it must be")
    }

    @Test func `the original is downloaded first, and then the job is sent at once`() async throws {
        defer { server.stop() }
        let bytes = try served.evict(0)
        let content = try served.digest(0)
        let wanted = try served.owner.wantedOriginals()
        let id = try send(0)
        #expect(try await onThread { try wanted.next() } == WantedOriginal(content, generation: 1))
        try served.owner.report(DownloadReport(content, received: 1))
        let waiting = try #require(try served.app.uploadJobs(for: .process).first)
        #expect(waiting.id == id && waiting.state == .pending && waiting.failure == nil)
        #expect(served.library.service.library.uploads?.runningCount == 1 && inbox.requests.isEmpty)
        try served.offer(bytes, as: content)
        #expect(try job(id, .acknowledge) { _ in true }.state == .succeeded)
        #expect(inbox.requests.map(\.body) == [bytes])
    }

    @Test func `a job whose original cannot be had now is tried again, and one whose original is lost has failed`()
        async throws
    {
        defer { server.stop() }
        let wanted = try served.owner.wantedOriginals()
        let failures: [(LibraryError, UploadJob.Action)] = [
            (LibraryError(.networkFailed, "no route to the bucket", isRetryable: true), .process),
            (LibraryError(.missingResource, "the original is not in the bucket"), .acknowledge),
        ]
        for (photo, (failure, action)) in failures.enumerated() {
            try served.evict(photo)
            let id = try send(photo)
            let content = try await onThread { try wanted.next() }.content
            try served.owner.report(DownloadReport(content, failure: failure))
            #expect(try job(id, action) { $0.failure != nil }.failure?.code == failure.code)
        }
        #expect(inbox.requests.isEmpty && served.library.service.library.uploads?.runningCount == 0)
    }

    enum End: CaseIterable { case cancel, serverRevoked, accessRevoked, deleted }

    @Test(arguments: End.allCases) func `the download ends with what allowed the job`(_ end: End) async throws {
        defer { server.stop() }
        try served.evict(0)
        let content = try served.digest(0)
        let wanted = try served.owner.wantedOriginals()
        let id = try send(0)
        _ = try await onThread { try wanted.next() }
        switch end {
        case .cancel: try served.app.perform(.cancelUploadJobs([id]))
        case .serverRevoked: try allow(false)
        case .accessRevoked: try served.decide(.denied)
        case .deleted: try served.owner.perform(.deleteAssets([served.photos[0]]))
        }
        let next = try await onThread { try wanted.next() }
        #expect(next == WantedOriginal(content, generation: 1, isCancelled: true))
        #expect(inbox.requests.isEmpty)
    }
}
