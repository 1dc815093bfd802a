import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Photos
import Synchronization
import Testing

extension PhotosLibraryTests {
    /// Upload jobs as an app has them: through the API alone.
    @Suite struct UploadTests {
        private let inbox = Inbox()

        private final class Inbox: Sendable {
            private let state = Mutex<[LoopbackRequest]>([])
            func add(_ request: LoopbackRequest) { state.withLock { $0.append(request) } }
            var requests: [LoopbackRequest] { state.withLock { $0 } }
        }

        /// Refuses what is sent to `/refuse` the first time.
        private func server() throws -> LoopbackServer {
            try LoopbackServer.start { [inbox] request in
                inbox.add(request)
                let isFirst = inbox.requests.count { $0.target == request.target } == 1
                return request.target == "/refuse" && isFirst
                    ? .answer(403) : .answer(201, headers: [(name: "ETag", value: "\"7\"")])
            }
        }

        private func resource(_ photo: String) throws -> PHAssetResource {
            let asset = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [photo], options: nil).firstObject)
            return try #require(PHAssetResource.assetResources(for: asset).first)
        }

        private func request(_ url: String) throws -> URLRequest {
            var request = URLRequest(url: try #require(URL(string: url)))
            request.httpMethod = "PUT"
            request.setValue("Bearer 8f1c", forHTTPHeaderField: "Authorization")
            return request
        }

        private func jobs(_ action: PHAssetResourceUploadJob.Action) -> [PHAssetResourceUploadJob] {
            let found = PHAssetResourceUploadJob.fetchJobs(action: action, options: nil)
            return (0..<found.count).map { found.object(at: $0) }
        }

        /// Waits until no job is being sent.
        private func jobsThatAreOver() -> [PHAssetResourceUploadJob] {
            let deadline = MonotonicClock.deadline(after: 60_000_000_000)
            while !jobs(.process).isEmpty, MonotonicClock.now() < deadline { _ = Cancellation().pause(20_000_000) }
            return jobs(.acknowledge)
        }

        @Test(arguments: Transport.allCases)
        func `jobs are made, sent, retried and acknowledged`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let server = try server()
            defer { server.stop() }
            let photos = try library.add(2)
            let agent = try TestAgent(library.owner) { _ in .upload(isAllowed: true) }
            defer { agent.leave() }
            let resource = try resource(photos[0])
            let (good, bad) = (try request(server.url + "/take"), try request(server.url + "/refuse"))
            let made = try perform {
                let requests = [good, bad].map {
                    PHAssetResourceUploadJobChangeRequest.creationRequestForJob(destination: $0, resource: resource)
                }
                return try requests.map {
                    try #require($0.placeholderForCreatedAssetResourceUploadJob).localIdentifier
                }
            }
            #expect(agent.shown.count == 1)
            let over = jobsThatAreOver()
            #expect(over.map(\.localIdentifier) == made && over.map(\.state) == [.succeeded, .failed])
            #expect(over[0].responseHeaderFields?["etag"] == "\"7\"" && over[0].error == nil)
            #expect((over[1].error as? PHPhotosError)?.code == .networkError)
            #expect(over[1].type == .upload && over[1].destination.url?.absoluteString == server.url + "/refuse")
            #expect(over[0].destination.allHTTPHeaderFields?["Authorization"] == nil)
            #expect(PHAssetResource.assetResource(forUploadJob: over[0])?.originalFilename == "1.jpg")
            let sent = try #require(inbox.requests.first)
            #expect(try Data(sent.body) == library.bytes(of: .small(1)))
            #expect(sent.header("authorization") == "Bearer 8f1c")

            #expect(jobs(.retry).map(\.localIdentifier) == [made[1]])
            try perform {
                PHAssetResourceUploadJobChangeRequest(for: over[0])?.acknowledge()
                PHAssetResourceUploadJobChangeRequest(for: over[1])?.retry(destination: nil)
            }
            let again = jobsThatAreOver()
            #expect(again.map(\.localIdentifier) == [made[1]] && again.first?.state == .succeeded)
            #expect(jobs(.retry).isEmpty)
            try perform { for job in again { PHAssetResourceUploadJobChangeRequest(for: job)?.acknowledge() } }
            #expect(jobs(.acknowledge).isEmpty && jobs(.process).isEmpty)
        }

        @Test(arguments: Transport.allCases)
        func `a block beyond the limit fails as a whole, and revocation ends jobs`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            // Nobody listens: each attempt fails, and is made again.
            let server = try server()
            server.stop()
            let photos = try library.add(1)
            let agent = try TestAgent(library.owner) { _ in .upload(isAllowed: true) }
            defer { agent.leave() }
            let (resource, request) = (try resource(photos[0]), try request(server.url + "/x"))
            func make(_ count: Int) throws {
                try perform {
                    for _ in 0..<count {
                        PHAssetResourceUploadJobChangeRequest.creationRequestForJob(
                            destination: request,
                            resource: resource
                        )
                    }
                }
            }
            try make(3)
            let error = #expect(throws: PHPhotosError.self) { try make(PHAssetResourceUploadJob.jobLimit - 2) }
            #expect(error?.code == .limitExceeded && jobs(.process).count == 3)
            let job = try #require(jobs(.process).first)
            try perform { PHAssetResourceUploadJobChangeRequest(for: job)?.cancel() }
            #expect(jobs(.process).count == 2)
            try library.decide(.denied)
            #expect(jobs(.process).isEmpty && jobs(.acknowledge).isEmpty)
            try library.decide(.authorized)
            #expect(jobs(.acknowledge).map(\.state) == [.failed, .failed])
            #expect((jobs(.acknowledge).first?.error as? PHPhotosError)?.code == .accessUserDenied)
        }

        @Test func `an app that the library can start may ask for it, with options`() throws {
            let library = try TestLibrary(.socket)
            let photos = PHPhotoLibrary.shared()
            #expect(!photos.uploadJobExtensionEnabled && photos.uploadJobExtensionOptions == nil)
            let options = PHAssetResourceUploadJobOptions()
            options.preventsExpensiveNetworkAccess = true
            try photos.enableUploadJobExtension(with: options)
            #expect(photos.uploadJobExtensionEnabled)
            #expect(photos.uploadJobExtensionOptions?.preventsExpensiveNetworkAccess == true)
            try photos.disableUploadJobExtension()
            #expect(!photos.uploadJobExtensionEnabled)
            try library.stop()
        }
    }
}
