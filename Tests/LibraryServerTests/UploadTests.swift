import Glibc
import LibraryClient
import LibraryModel
import LibraryStore
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import SamplePhotos
import Synchronization
import Testing
import UploadWorkerProtocol

@testable import LibraryServer

/// Upload jobs from an app's block to a server on this machine, by the real `photolibrary-upload`.
@Suite(.timeLimit(.minutes(3))) struct UploadTests {
    /// What servers were sent.
    final class Inbox: Sendable {
        private let state = Mutex<[LoopbackRequest]>([])

        /// The number of requests, this one included.
        func take(_ request: LoopbackRequest) -> Int {
            state.withLock { state in
                state.append(request)
                return state.count
            }
        }

        var requests: [LoopbackRequest] { state.withLock { $0 } }
    }

    private let served: Served
    private let inbox = Inbox()

    init() throws {
        served = try Served(photos: 2)
        try served.decide(.authorized)
    }

    private func allow(_ url: String, _ isAllowed: Bool? = true, local: Bool = true) throws {
        let origin = try #require(UploadOrigin(url: url))
        try served.owner.setUploadDestination(
            origin,
            ofApp: served.library.appIdentity,
            isAllowed: isAllowed,
            allowsLocal: local
        )
    }

    @discardableResult
    private func send(_ url: String, photo: Int = 0, asset: ObjectID? = nil) throws -> ObjectID {
        let id = try served.app.mintIdentifiers(1)[0]
        let request = UploadRequest(
            url: url,
            method: "PUT",
            headers: [HeaderField("Authorization", "Bearer 8f1c"), HeaderField("Content-Type", "image/jpeg")],
            timeout: 30
        )
        let creation = UploadJobCreation(
            id: id,
            asset: asset ?? served.photos[photo],
            resource: .photo,
            destination: request
        )
        try served.app.perform(.createUploadJob(creation))
        return id
    }

    /// Waits until a job is over.
    private func ended(_ id: ObjectID) throws -> UploadJob {
        var found: UploadJob?
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        while found == nil, MonotonicClock.now() < deadline {
            found = try served.app.uploadJobs(for: .acknowledge).first { $0.id == id }
            if found == nil { _ = Cancellation().pause(20_000_000) }
        }
        return try #require(found)
    }

    private func content(of photo: Int) throws -> [UInt8] { try content(of: served.photos[photo]) }

    private func content(of asset: ObjectID) throws -> [UInt8] {
        let file = try served.app.openResource(.photo, of: asset)
        var bytes = [UInt8](repeating: 0, count: Int(try file.status().size))
        _ = try file.read(into: &bytes)
        return bytes
    }

    @Test func `a file arrives whole, with the request that the app gave, and the app is told what was answered`()
        throws
    {
        let server = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return .answer(201, headers: [(name: "ETag", value: "\"7\"")])
        }
        defer { server.stop() }
        try allow(server.url)
        let job = try ended(try send(server.url + "/photos/1?a=b"))
        #expect(job.state == .succeeded && job.failure == nil)
        #expect(job.response?.status == 201)
        #expect(job.response?.headers.first { $0.name == "etag" }?.value == "\"7\"")
        let request = try #require(inbox.requests.first)
        #expect(inbox.requests.count == 1 && request.method == "PUT" && request.target == "/photos/1?a=b")
        #expect(request.header("authorization") == "Bearer 8f1c" && request.header("content-type") == "image/jpeg")
        #expect(try request.body == content(of: 0))
        #expect(job.destination?.headers == [])
        try served.app.perform(.acknowledgeUploadJobs([job.id]))
        #expect(try served.app.uploadJobs(for: .acknowledge).isEmpty)
    }

    @Test func `a job that the server refuses has failed, and succeeds when it is retried`() throws {
        let server = try LoopbackServer.start { [inbox] request in .answer(inbox.take(request) == 1 ? 403 : 200) }
        defer { server.stop() }
        try allow(server.url)
        let id = try send(server.url + "/x")
        let failed = try ended(id)
        #expect(failed.state == .failed && failed.response?.status == 403 && failed.failure?.code == .networkFailed)
        try served.app.perform(.retryUploadJob(id, destination: nil))
        #expect(try ended(id).state == .succeeded)
        #expect(inbox.requests.map { $0.header("authorization") } == ["Bearer 8f1c", "Bearer 8f1c"])
    }

    @Test func `a server that is out of order for now is asked again`() throws {
        let server = try LoopbackServer.start { [inbox] request in
            inbox.take(request) == 1 ? .answer(503) : .answer(200)
        }
        defer { server.stop() }
        try allow(server.url)
        #expect(try ended(try send(server.url + "/x")).state == .succeeded)
        #expect(inbox.requests.count == 2)
    }

    @Test func `the person is asked once for each server, by its name, and what they say holds`() async throws {
        let server = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return .answer(200)
        }
        defer { server.stop() }
        let agent = try TestAgent(served.owner) { prompt in
            guard case .upload(let question) = prompt.question else { return .dismissed }
            return .upload(isAllowed: question.origin.host == "127.0.0.1")
        }
        defer { agent.leave() }
        let url = server.url
        let id = try await onThread { [self] in try send(url + "/a") }
        #expect(try ended(id).state == .succeeded)
        let prompt = try #require(await agent.prompt())
        guard case .upload(let question) = prompt.question else {
            Issue.record("another question")
            return
        }
        #expect(question.origin.text == url && question.count == 1 && question.examples == [served.photos[0]])
        #expect(question.origin.isLocal)
        _ = try ended(try await onThread { [self] in try send(url + "/b", photo: 1) })
        #expect(agent.shown.count == 1 && inbox.requests.map(\.target) == ["/a", "/b"])

        let refused = errorCode { try send("https://photos.example.org/x") }
        #expect(refused == .declined)
        #expect(errorCode { try send("https://photos.example.org/y") } == .declined)
        #expect(agent.shown.count == 2)
        #expect(try served.grant()?.uploadDestinations.map(\.isAllowed) == [true, false])
    }

    @Test func `without somebody to ask nothing is sent, and a closed question decides nothing`() throws {
        #expect(errorCode { try send("https://photos.example.org/x") } == .nobodyToAsk)
        let agent = try TestAgent(served.owner) { _ in .dismissed }
        #expect(errorCode { try send("https://photos.example.org/x") } == .declined)
        agent.leave()
        #expect(try served.grant()?.uploadDestinations == [])
        try served.owner.setPreferences(ofApp: served.library.appIdentity, isSilenced: true)
        #expect(errorCode { try send("https://photos.example.org/x") } == .declined)
    }

    @Test func `a local address gets nothing unless the person allowed it as such, also behind a name`() throws {
        let server = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return .answer(200)
        }
        defer { server.stop() }
        for url in [server.url, "http://localhost:\(server.port)"] {
            try allow(url, local: false)
            let job = try ended(try send(url + "/x"))
            #expect(job.state == .failed && job.failure?.code == .accessDenied && job.response == nil)
        }
        #expect(server.connectionCount == 0)
        try allow("http://localhost:\(server.port)")
        #expect(try ended(try send("http://localhost:\(server.port)/x")).state == .succeeded)
    }

    @Test func `a redirect is followed to a server that is allowed, without the app's secrets, and to no other`() throws
    {
        let other = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return .answer(200)
        }
        defer { other.stop() }
        let first = try LoopbackServer.start { request in
            switch request.target {
            case "/loop": .answer(307, headers: [(name: "Location", value: "/loop")])
            case "/see": .answer(303, headers: [(name: "Location", value: "/x")])
            default: .answer(308, headers: [(name: "Location", value: other.url + "/there")])
            }
        }
        defer { first.stop() }
        try allow(first.url)
        let refused = try ended(try send(first.url + "/x"))
        #expect(refused.state == .failed && refused.failure?.code == .accessDenied)
        #expect(other.connectionCount == 0)
        try allow(other.url)
        #expect(try ended(try send(first.url + "/x")).state == .succeeded)
        let request = try #require(inbox.requests.first)
        #expect(request.target == "/there" && request.header("authorization") == nil)
        #expect(try request.header("content-type") == "image/jpeg" && request.body == content(of: 0))
        #expect(try ended(try send(first.url + "/loop")).failure?.code == .networkFailed)
        #expect(try ended(try send(first.url + "/see")).response?.status == 303)
    }

    enum End: CaseIterable { case cancel, serverRevoked, accessRevoked, deselected, deleted, forgotten }

    @Test(arguments: End.allCases) func `a transfer ends with what allowed it`(_ end: End) async throws {
        let (arrived, tell) = AsyncStream.makeStream(of: Void.self)
        // Never answers.
        let server = try LoopbackServer.start { _ in
            tell.yield()
            return .silence
        }
        defer { server.stop() }
        try allow(server.url)
        if end == .deselected {
            try served.decide(.limited)
            try served.owner.select([served.photos[0]], forApp: served.library.appIdentity, deselects: false)
        }
        let id = try send(server.url + "/x")
        var iterator = arrived.makeAsyncIterator()
        await iterator.next()
        #expect(try served.app.uploadJobs(for: .process).map(\.state) == [.pending])
        let sender = try #require(served.library.service.library.uploads)
        #expect(sender.runningCount == 1)
        switch end {
        case .cancel: try served.app.perform(.cancelUploadJobs([id]))
        case .serverRevoked: try allow(server.url, false)
        case .accessRevoked: try served.decide(.denied)
        case .deselected:
            try served.owner.select([served.photos[0]], forApp: served.library.appIdentity, deselects: true)
        case .deleted: try served.owner.perform(.deleteAssets([served.photos[0]]))
        case .forgotten: try served.owner.forget(app: served.library.appIdentity)
        }
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        let store = served.library.service.library.store
        while try sender.runningCount > 0 || store.nextUpload() != nil, MonotonicClock.now() < deadline {
            _ = Cancellation().pause(20_000_000)
        }
        #expect(try sender.runningCount == 0 && store.nextUpload() == nil)
        #expect(server.connectionCount == 1)
    }

    @Test func `an app without places sends files without them`() throws {
        let server = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return .answer(200)
        }
        defer { server.stop() }
        try allow(server.url)
        let place = Coordinate(latitude: 46.5, longitude: 7.25)
        let photo = try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: 9, location: place).encoded()
        let staged = try served.owner.stage(try SealedMemory.make(photo.span), filename: "place.jpg")
        #expect(staged.metadata.location != nil)
        let asset = try served.owner.mintIdentifiers(1)[0]
        let use = StagedResourceUse(staged: staged.id, kind: .photo)
        try served.owner.perform(.createAsset(AssetCreation(id: asset, resources: [use])))
        try served.owner.setPreferences(ofApp: served.library.appIdentity, hidesPlaces: true)
        _ = try ended(try send(server.url + "/x", asset: asset))
        let sent = try #require(inbox.requests.first).body
        #expect(try sent != photo && sent == content(of: asset))
    }

    @Test func `a job that was being sent when the server stopped is sent by the next one`() async throws {
        let (arrived, tell) = AsyncStream.makeStream(of: Void.self)
        let isBack = Atomic(false)
        let server = try LoopbackServer.start { _ in
            tell.yield()
            return isBack.load(ordering: .acquiring) ? .answer(200) : .silence
        }
        defer { server.stop() }
        let folder = try ScratchFolder()
        // It holds the library's lock until it is released.
        var first: InProcessLibrary? = try InProcessLibrary(in: folder)
        try UploadTests.register(try #require(first), server.url)
        var iterator = arrived.makeAsyncIterator()
        await iterator.next()
        try first?.stop()
        first = nil
        isBack.store(true, ordering: .releasing)
        let second = try InProcessLibrary(in: folder)
        await iterator.next()
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        while try second.app.uploadJobs(for: .acknowledge).isEmpty, MonotonicClock.now() < deadline {
            _ = Cancellation().pause(20_000_000)
        }
        #expect(try second.app.uploadJobs(for: .acknowledge).map(\.state) == [.succeeded])
        try second.stop()
    }

    @Test func `an app whose servers do not answer holds two processes, and no more of another app's turn`() throws {
        let server = try LoopbackServer.start { [inbox] request in
            _ = inbox.take(request)
            return request.target == "/never" ? .silence : .answer(200)
        }
        defer { server.stop() }
        try allow(server.url)
        for _ in 0..<100 { try send(server.url + "/never") }
        let store = served.library.service.library.store
        let sender = try #require(served.library.service.library.uploads)
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        while sender.runningCount < UploadPolicy.jobsAtOnceOfAnApp, MonotonicClock.now() < deadline {
            _ = Cancellation().pause(20_000_000)
        }
        // Another app, which is not connected here, has one job.
        let other = "exe:/other"
        var decision = Decision(.authorized, for: .readWrite)
        let origin = try #require(UploadOrigin(url: server.url))
        decision.destination = .init(origin, isAllowed: true, allowsLocal: true)
        _ = try store.decide(decision, about: other)
        let view = store.view(for: .app(other))
        let request = UploadRequest(url: server.url + "/other", method: "PUT")
        let id = try view.mintIdentifiers(1)[0]
        let creation = UploadJobCreation(id: id, asset: served.photos[0], resource: .photo, destination: request)
        _ = try view.perform(ChangeBlock(operations: [.createUploadJob(creation)]))
        sender.wake()
        while try view.uploadJobs(for: .acknowledge).isEmpty, MonotonicClock.now() < deadline {
            _ = Cancellation().pause(20_000_000)
        }
        #expect(try view.uploadJobs(for: .acknowledge).map(\.state) == [.succeeded])
        #expect(inbox.requests.count { $0.target == "/never" } == UploadPolicy.jobsAtOnceOfAnApp)
        #expect(try store.nextUpload(atOnceOfAnApp: UploadPolicy.jobsAtOnceOfAnApp) == nil)
    }

    @Test func `a process that takes too long is ended, and one that ends without an answer is replaced`() throws {
        let server = try LoopbackServer.start { _ in .silence }
        defer { server.stop() }
        let origin = try #require(UploadOrigin(url: server.url))
        let program = try BuiltProgram.path("photolibrary-upload")
        func begin() throws -> UploadProcess {
            let process = try UploadProcess(program)
            let request = UploadRequest(url: server.url, method: "PUT", timeout: 600)
            let destinations = [UploadDestination(origin, isAllowed: true, allowsLocal: true)]
            let task = UploadTask(request, to: destinations, size: 1, bytesPerSecond: 1)
            try process.begin(task, SealedMemory.make([UInt8(7)].span))
            return process
        }
        let slow = try begin()
        #expect(slow.answer(until: MonotonicClock.deadline(after: 200_000_000)) == .failure(.timedOut))
        try slow.end()
        #expect(kill(slow.processIdentifier, 0) != 0)
        // Twice, and after it was reaped: no error, and nobody else is killed.
        try slow.kill()
        try slow.end()
        let crashed = try begin()
        #expect(kill(crashed.processIdentifier, SIGKILL) == 0)
        #expect(crashed.answer(until: MonotonicClock.deadline(after: 60_000_000_000)) == .failure(.interrupted))
        try crashed.end()
        let stopped = try begin()
        try stopped.kill()
        #expect(stopped.answer(until: MonotonicClock.deadline(after: 60_000_000_000)) == nil)
        try stopped.end()
    }

    @Test func `an attempt has as long as a slow line needs, and not longer`() {
        var task = UploadTask(UploadRequest(url: "", method: ""), to: [], size: 16 << 20, bytesPerSecond: 1)
        #expect(UploadPolicy.longestAttempt(task) == (120 + 2 * 60 + 1024) * 1_000_000_000)
        task.size = .max
        task.request.timeout = .max
        #expect(UploadPolicy.longestAttempt(task) == .max)
    }

    enum Nuisance: String, CaseIterable { case endlessHeader, endlessBody, interim, noHTTP, tooLong, nothing }

    @Test(arguments: Nuisance.allCases)
    func `a server that answers without end or nonsense makes a job fail or wait, and nothing else`(_ kind: Nuisance)
        throws
    {
        let line = Array("X-\(String(repeating: "y", count: 1_000)): z\r\n".utf8)
        let bytes: [UInt8] =
            switch kind {
            case .endlessHeader: Array("HTTP/1.1 200 OK\r\n".utf8) + (0..<1_000).flatMap { _ in line }
            case .endlessBody:
                Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 0x78, count: 4 << 20)
            case .interim: (0..<20_000).flatMap { _ in Array("HTTP/1.1 102 Processing\r\n\r\n".utf8) }
            case .noHTTP: Array("220 smtp.example ESMTP\r\n".utf8)
            case .tooLong: Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\nx".utf8)
            case .nothing: []
            }
        let server = try LoopbackServer.start { _ in .raw(bytes) }
        defer { server.stop() }
        try allow(server.url)
        let id = try send(server.url + "/x")
        let deadline = MonotonicClock.deadline(after: 60_000_000_000)
        var job: UploadJob?
        while job?.failure == nil, MonotonicClock.now() < deadline {
            let jobs = try served.app.uploadJobs(for: .process) + served.app.uploadJobs(for: .acknowledge)
            job = jobs.first { $0.id == id }
            if job?.failure == nil { _ = Cancellation().pause(20_000_000) }
        }
        #expect(job?.failure?.code == .networkFailed && job?.state != .succeeded)
    }

    /// Makes a job of an app that may.
    private static func register(_ library: InProcessLibrary, _ server: String) throws {
        try library.owner.setStatus(.authorized, ofApp: library.appIdentity, for: .readWrite)
        try library.owner.setUploadDestination(
            try #require(UploadOrigin(url: server)),
            ofApp: library.appIdentity,
            isAllowed: true,
            allowsLocal: true
        )
        let photo = try Served.add(1, by: library.owner)[0]
        let id = try library.app.mintIdentifiers(1)[0]
        let request = UploadRequest(url: server + "/x", method: "POST")
        let creation = UploadJobCreation(id: id, asset: photo, resource: .photo, destination: request)
        try library.app.perform(.createUploadJob(creation))
    }

    @Test func `pauses grow to an hour, and end with the attempts`() {
        #expect((1...4).map { UploadPolicy.pause(after: $0) } == [2_000_000, 6_000_000, 18_000_000, 54_000_000])
        #expect(UploadPolicy.pause(after: 15) == UploadPolicy.longestPause)
        #expect(UploadPolicy.pause(after: .max) == UploadPolicy.longestPause)
        let last = UploadPolicy.outcome(of: .failure(.timedOut), attempts: UploadPolicy.maximumAttempts, now: 0)
        guard case .failed(let error, nil) = last else {
            Issue.record("\(last)")
            return
        }
        #expect(error.code == .networkFailed)
        let busy = UploadResponse(status: 429, headers: [HeaderField("Retry-After", "120")])
        let later = UploadPolicy.outcome(of: .response(busy), attempts: 1, now: 5)
        guard case .again(120_000_005, _, busy?) = later else {
            Issue.record("\(later)")
            return
        }
        let never = UploadResponse(status: 429, headers: [HeaderField("retry-after", "2147483647")])
        guard
            case .again(UploadPolicy.longestPause, _, _) = UploadPolicy.outcome(
                of: .response(never),
                attempts: 1,
                now: 0
            )
        else {
            Issue.record("a server decides how long")
            return
        }
    }
}
