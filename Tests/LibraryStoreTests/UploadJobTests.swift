import LibraryModel
import Testing

@testable import LibraryStore

/// Upload jobs: who has them, what becomes of them, and when they end.
@Suite struct UploadJobTests {
    private static let app = "exe:/usr/bin/sender"
    private static let secret = "Bearer 8f1c"

    private let library: TestLibrary
    private let photos: [ObjectID]
    private let view: LibraryView

    init() throws {
        library = try TestLibrary()
        photos = try library.person.add(count: 3)
        view = try library.app(UploadJobTests.app, .authorized)
        try library.store.allow("https://a.example", for: UploadJobTests.app)
    }

    private func request(_ url: String = "https://a.example/new") -> UploadRequest {
        UploadRequest(url: url, method: "PUT", headers: [HeaderField("Authorization", UploadJobTests.secret)])
    }

    @discardableResult
    private func create(
        _ photo: ObjectID,
        _ destination: UploadRequest?,
        by view: LibraryView? = nil,
        _ kind: ResourceKind = .photo
    ) throws -> ObjectID {
        let view = view ?? self.view
        let id = try view.mintIdentifiers(1)[0]
        let creation = UploadJobCreation(id: id, asset: photo, resource: kind, destination: destination)
        _ = try view.perform(ChangeBlock(operations: [.createUploadJob(creation)]))
        return id
    }

    private func perform(_ operations: ChangeOperation..., by view: LibraryView? = nil) throws {
        _ = try (view ?? self.view).perform(ChangeBlock(operations: operations))
    }

    private func states(_ action: UploadJob.Action) throws -> [UploadJob.State] {
        try view.uploadJobs(for: action).map(\.state)
    }

    private func failed(_ status: UInt32 = 403) -> LibraryStore.UploadOutcome {
        .failed(LibraryError(.networkFailed, "no"), UploadResponse(status: status, headers: [HeaderField("a", "b")]))
    }

    private var hasSecret: Bool {
        get throws { try !library.tablesNaming(UploadJobTests.secret).isEmpty }
    }

    @Test func `a job is registered, pending, succeeds, and is gone when it is acknowledged`() throws {
        let token = try view.currentToken()
        let id = try create(photos[0], request())
        let job = try #require(try view.uploadJobs(for: .process).first)
        #expect(job.id == id && job.asset == photos[0] && job.state == .registered)
        #expect(job.resource.filename == "IMG_0001.JPG" && job.destination == request())
        #expect(errorCode { try perform(.acknowledgeUploadJobs([id])) } == .changeNotSupported)

        let taken = try #require(try library.store.takeUpload())
        #expect(taken.app == UploadJobTests.app && taken.asset == photos[0] && taken.request == request())
        #expect(taken.attempts == 1 && taken.destinations.map(\.origin.text) == ["https://a.example"])
        #expect(try states(.process) == [.pending])
        #expect(try library.store.takeUpload() == nil)
        let response = UploadResponse(status: 201, headers: [HeaderField("etag", "x")])
        try library.store.finishUpload(taken.row, .succeeded(response))

        let done = try #require(try view.uploadJobs(for: .acknowledge).first)
        #expect(done.state == .succeeded && done.response == response && done.failure == nil)
        #expect(try done.destination?.headers == [] && !hasSecret)
        #expect(try states(.process).isEmpty && states(.retry).isEmpty)
        try perform(.acknowledgeUploadJobs([id]))
        #expect(try states(.acknowledge).isEmpty)
        #expect(errorCode { try perform(.acknowledgeUploadJobs([id])) } == .notFound)
        // Jobs are no history.
        #expect(try view.currentToken() == token)
    }

    @Test func `an attempt that failed is made again at its time`() throws {
        try create(photos[0], request())
        let first = try #require(try library.store.takeUpload())
        let later = library.clock.now + 5_000_000
        try library.store.finishUpload(first.row, .again(at: later, LibraryError(.networkFailed, "away"), nil))
        #expect(try states(.process) == [.pending] && library.store.nextUpload() == later)
        #expect(try library.store.takeUpload() == nil)
        library.clock.advance(microseconds: 5_000_000)
        #expect(try library.store.takeUpload()?.attempts == 2)
        // The attempt that was stopped does not count.
        try library.store.finishUpload(first.row, .interrupted)
        #expect(try library.store.takeUpload()?.attempts == 2)
    }

    @Test func `a failed job can be retried once, elsewhere too, and keeps its header until then`() throws {
        let id = try create(photos[0], request())
        let first = try #require(try library.store.takeUpload())
        try library.store.finishUpload(first.row, failed())
        #expect(try states(.retry) == [.failed] && states(.acknowledge) == [.failed] && hasSecret)
        #expect(errorCode { try perform(.retryUploadJob(id, destination: request("https://b.example/"))) } == .declined)
        try perform(.retryUploadJob(id, destination: request("https://a.example/other")))
        #expect(errorCode { try perform(.retryUploadJob(id, destination: nil)) } == .changeNotSupported)

        let second = try #require(try library.store.takeUpload())
        #expect(second.request.url == "https://a.example/other" && second.attempts == 1)
        try library.store.finishUpload(second.row, failed(500))
        #expect(try states(.retry).isEmpty && states(.acknowledge) == [.failed])
        #expect(try view.uploadJobs(for: .acknowledge)[0].response?.status == 500)
        #expect(try !hasSecret)
    }

    @Test func `a cancelled job is gone, and what its attempt brings is for nothing`() throws {
        let id = try create(photos[0], request())
        let taken = try #require(try library.store.takeUpload())
        try perform(.cancelUploadJobs([id]))
        #expect(try !library.store.isSending(taken.row) && !hasSecret)
        try library.store.finishUpload(taken.row, .succeeded(UploadResponse(status: 200, headers: [])))
        #expect(try UploadJob.Action.allCases.allSatisfy { try states($0).isEmpty })
    }

    @Test func `a job that a killed server was sending is sent again`() throws {
        try create(photos[0], request())
        let taken = try #require(try library.store.takeUpload())
        #expect(try library.store.takeUpload() == nil)
        try library.store.resumeUploads()
        #expect(try library.store.takeUpload()?.row == taken.row)
    }

    @Test func `a block beyond the limit fails whole`() throws {
        let ids = try view.mintIdentifiers(UploadJob.maximumPerApp + 1)
        let creations = ids.map { id in
            ChangeOperation.createUploadJob(
                UploadJobCreation(id: id, asset: photos[0], resource: .photo, destination: request())
            )
        }
        #expect(errorCode { _ = try view.perform(ChangeBlock(operations: creations)) } == .limitExceeded)
        #expect(try states(.process).isEmpty)
        _ = try view.perform(ChangeBlock(operations: Array(creations.dropLast())))
        #expect(errorCode { try create(photos[0], request()) } == .limitExceeded)
        // Also those that are over count, until they are acknowledged.
        let taken = try #require(try library.store.takeUpload())
        try library.store.finishUpload(taken.row, failed())
        #expect(errorCode { try create(photos[0], request()) } == .limitExceeded)
        try perform(.acknowledgeUploadJobs([ids[0]]))
        try create(photos[0], request())
    }

    @Test func `a file that is not seen cannot be named, nor one that is not there`() throws {
        let limited = try library.app("exe:/limited", .limited)
        try library.store.allow("https://a.example", for: "exe:/limited")
        try library.store.select([photos[1]], for: "exe:/limited")
        try create(photos[1], request(), by: limited)
        #expect(errorCode { try create(photos[0], request(), by: limited) } == .notFound)
        #expect(errorCode { try create(.random(), request(), by: limited) } == .notFound)
        #expect(errorCode { try create(photos[1], request(), by: limited, .pairedVideo) } == .missingResource)
        let denied = try library.app("exe:/denied", .denied)
        #expect(errorCode { try perform(.cancelUploadJobs([]), by: denied) } == .accessDenied)
        #expect(errorCode { try perform(.cancelUploadJobs([.random()]), by: library.person) } == .changeNotSupported)
    }

    @Test func `jobs are of the app that made them alone`() throws {
        let id = try create(photos[0], request())
        let other = try library.app("exe:/other", .authorized)
        #expect(try other.uploadJobs(for: .process).isEmpty)
        for operation in [
            ChangeOperation.cancelUploadJobs([id]), .acknowledgeUploadJobs([id]),
            .retryUploadJob(id, destination: nil),
        ] {
            #expect(errorCode { try perform(operation, by: other) } == .notFound)
        }
        #expect(errorCode { try create(photos[0], request(), by: other) } == .declined)
        #expect(try states(.process) == [.registered])
    }

    @Test func `a server that the person has not allowed gets nothing, and they are asked about it once`() throws {
        func question(_ requests: UploadRequest...) throws -> UploadQuestion? {
            let operations = try requests.enumerated().map { index, request in
                ChangeOperation.createUploadJob(
                    UploadJobCreation(
                        id: try view.mintIdentifiers(1)[0],
                        asset: photos[index],
                        resource: .photo,
                        destination: request
                    )
                )
            }
            return try view.uploadQuestion(in: ChangeBlock(operations: operations))
        }
        let (b, c) = (request("https://b.example/x"), request("http://a.example/x"))
        #expect(try question(request()) == nil)
        let asked = try #require(try question(request(), b, b))
        #expect(
            asked.origin.text == "https://b.example" && asked.count == 2 && asked.examples == [photos[1], photos[2]]
        )
        // Another scheme is another server.
        #expect(try question(c, b)?.origin.text == "http://a.example")
        #expect(errorCode { try create(photos[0], b) } == .declined)
        var decision = Decision()
        decision.destination = .init(asked.origin, isAllowed: false, allowsLocal: false)
        try library.store.decide(decision, about: UploadJobTests.app)
        #expect(try question(b) == nil)
        #expect(errorCode { try create(photos[0], b) } == .declined)
        #expect(errorCode { _ = try question(request("https://a@b.example/")) } == .changeNotSupported)
        let listed = try #require(try library.store.apps().first).uploadDestinations
        #expect(listed.map(\.origin.text) == ["https://a.example", "https://b.example"])
        #expect(listed.map(\.isAllowed) == [true, false])
    }

    enum End: CaseIterable {
        case trashed, erased, deselected, denied, expired, serverRevoked, serverForgotten
    }

    @Test(arguments: End.allCases, [false, true])
    func `a job ends with what it needs, and its header is gone`(_ end: End, _ isSending: Bool) throws {
        let app = "exe:/limited"
        let limited = try library.app(app, .limited)
        try library.store.allow("https://a.example", for: app)
        try library.store.select([photos[0], photos[1]], for: app)
        try create(photos[0], request(), by: limited)
        // Failed, and could be retried.
        try create(photos[0], request(), by: limited)
        let first = try #require(try library.store.takeUpload())
        try library.store.finishUpload(first.row, failed())
        if isSending { _ = try #require(try library.store.takeUpload()) }
        #expect(try hasSecret)
        var decision = Decision()
        switch end {
        case .trashed: _ = try library.person.perform(ChangeBlock(operations: [.deleteAssets([photos[0]])]))
        case .erased: try library.tamper("PRAGMA foreign_keys = OFF; DELETE FROM asset WHERE row = 1")
        case .deselected: try library.store.deselect([photos[0]], for: app)
        case .denied: try library.store.setStatus(of: app, for: .readWrite, to: .denied)
        case .expired:
            try library.store.setStatus(of: app, for: .readWrite, to: .limited, until: library.clock.now + 10)
            library.clock.advance(days: 1)
        case .serverRevoked, .serverForgotten:
            decision.destination = .init(
                try #require(UploadOrigin("a.example")),
                isAllowed: end == .serverForgotten ? nil : false,
                allowsLocal: false
            )
            try library.store.decide(decision, about: app)
        }
        if end != .trashed, end != .erased { try library.store.endForbiddenUploads(of: app) }
        #expect(try library.store.takeUpload() == nil && library.store.nextUpload() == nil)
        #expect(try !hasSecret)
        #expect(try library.number("SELECT count(*) FROM upload_job WHERE state = 3 AND NOT can_retry") == 2)
    }

    @Test func `a job is not taken that may not be sent any more`() throws {
        try create(photos[0], request())
        // Without a word to the server's part that sends.
        try library.store.setStatus(of: UploadJobTests.app, for: .readWrite, to: .denied)
        #expect(try library.store.takeUpload() == nil)
        #expect(try library.number("SELECT state FROM upload_job") == 3)
        #expect(errorCode { _ = try view.uploadJobs(for: .acknowledge) } == .accessDenied)
    }

    @Test func `the app of which the fewest are being sent comes first`() throws {
        for photo in photos { try create(photo, request()) }
        let other = try library.app("exe:/other", .authorized)
        try library.store.allow("https://a.example", for: "exe:/other")
        try create(photos[0], request(), by: other)
        let apps = try (0..<3).map { _ in try library.store.takeUpload()?.app }
        #expect(apps == [UploadJobTests.app, "exe:/other", UploadJobTests.app])
    }

    @Test func `of an app only so many are sent at once, and the others are not due until one is over`() throws {
        for photo in photos { try create(photo, request()) }
        let first = try #require(try library.store.takeUpload(atOnceOfAnApp: 2))
        _ = try #require(try library.store.takeUpload(atOnceOfAnApp: 2))
        #expect(try library.store.takeUpload(atOnceOfAnApp: 2) == nil)
        #expect(try library.store.nextUpload(atOnceOfAnApp: 2) == nil && library.store.nextUpload() != nil)
        try library.store.finishUpload(first.row, failed())
        #expect(try library.store.takeUpload(atOnceOfAnApp: 2) != nil)
    }

    @Test func `apps that want to be started are those with jobs that are over`() throws {
        try create(photos[0], request())
        let taken = try #require(try library.store.takeUpload())
        #expect(try library.store.isSendingUploads(of: UploadJobTests.app))
        try library.store.finishUpload(taken.row, failed())
        #expect(try library.store.appsWithUploadsToProcess() == [])
        _ = try view.uploadSettings(setting: UploadSettings(isEnabled: true))
        #expect(try library.store.appsWithUploadsToProcess() == [UploadJobTests.app])
        #expect(try !library.store.isSendingUploads(of: UploadJobTests.app))
    }

    @Test func `a job that sends nothing succeeds at once`() throws {
        try create(photos[0], nil)
        let job = try #require(try view.uploadJobs(for: .acknowledge).first)
        #expect(job.state == .succeeded && job.destination == nil && job.resource.filename == "IMG_0001.JPG")
        #expect(try library.store.takeUpload() == nil)
    }

    @Test func `the same block makes its jobs once`() throws {
        let id = try view.mintIdentifiers(1)[0]
        let creation = UploadJobCreation(id: id, asset: photos[0], resource: .photo, destination: request())
        let block = ChangeBlock(operations: [.createUploadJob(creation)])
        _ = try view.perform(block)
        _ = try view.perform(block)
        #expect(try states(.process).count == 1)
        let again = ChangeBlock(operations: [.createUploadJob(creation)])
        #expect(errorCode { _ = try view.perform(again) } == .changeNotSupported)
    }

    @Test func `settings are an app's own, and need access`() throws {
        let none = UploadSettings(isEnabled: false, preventsExpensiveNetworkAccess: false)
        #expect(try view.uploadSettings(setting: UploadSettings()) == none)
        let set = try view.uploadSettings(setting: UploadSettings(isEnabled: true))
        #expect(set == UploadSettings(isEnabled: true, preventsExpensiveNetworkAccess: false))
        _ = try view.uploadSettings(setting: UploadSettings(preventsExpensiveNetworkAccess: true))
        let both = try view.uploadSettings(setting: UploadSettings())
        #expect(both == UploadSettings(isEnabled: true, preventsExpensiveNetworkAccess: true))
        let other = try library.app("exe:/other", .authorized)
        #expect(try other.uploadSettings(setting: UploadSettings()) == none)
        let denied = try library.app("exe:/denied", .denied)
        let code = errorCode { _ = try denied.uploadSettings(setting: UploadSettings(isEnabled: true)) }
        #expect(code == .accessDenied)
    }

    @Test func `a forgotten app has neither jobs nor servers`() throws {
        try create(photos[0], request())
        try library.store.forget(UploadJobTests.app)
        #expect(try library.number("SELECT count(*) FROM upload_job") == 0)
        #expect(try library.number("SELECT count(*) FROM upload_destination") == 0)
        #expect(try !hasSecret)
    }
}

extension LibraryStore {
    func allow(_ server: String, for app: String) throws {
        var decision = Decision()
        decision.destination = .init(try #require(UploadOrigin(server)), isAllowed: true, allowsLocal: false)
        try decide(decision, about: app)
    }
}
