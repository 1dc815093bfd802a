import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Synchronization
import Testing

extension PhotosLibraryTests {
    /// Originals that are in the cloud, as an app sees them. The test is the process that synchronises.
    @Suite struct CloudOriginalTests {
        private let library: TestLibrary
        private let cloud: TestCloud
        private let asset: PHAsset
        /// Of the asset's original, which is evicted.
        private let bytes: [UInt8]
        private let content: [UInt8]

        private static let photo = SamplePhoto(size: PixelSize(width: 2_400, height: 1_600), seed: 7)

        init() throws {
            library = try TestLibrary(.inProcess)
            let identifier = try #require(try library.add([CloudOriginalTests.photo]).first)
            bytes = Array(try library.bytes(of: CloudOriginalTests.photo))
            cloud = try TestCloud(library)
            content = try cloud.content(.photo, of: identifier)
            try cloud.evict(content)
            asset = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }

        private func serve(_ failure: LibraryError? = nil, half: Parker? = nil) throws {
            try cloud.serve([content: bytes], failure, half: half)
        }

        private struct Answer: Equatable, Sendable {
            var width: Int?
            var isDegraded = false
            var isInCloud = false
            var error: PHPhotosError.Code?

            init(_ width: Int?, isDegraded: Bool = false) { (self.width, self.isDegraded) = (width, isDegraded) }

            init(_ width: Int?, _ info: [AnyHashable: Any]?) {
                self.width = width
                isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
                isInCloud = info?[PHImageResultIsInCloudKey] as? Bool ?? false
                error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
            }

            static var inCloud: Answer {
                var answer = Answer(nil)
                (answer.isInCloud, answer.error) = (true, .networkAccessRequired)
                return answer
            }
        }

        private func options(_ configure: (PHImageRequestOptions) -> Void = { _ in }) -> PHImageRequestOptions {
            let options = PHImageRequestOptions()
            configure(options)
            return options
        }

        private func answers(_ size: CGSize, _ options: PHImageRequestOptions, count: Int) async -> [Answer] {
            let recorded = Recorded<Answer>()
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: size,
                contentMode: .aspectFit,
                options: options
            ) { recorded.append(Answer($0?.width, $1)) }
            var answers: [Answer] = []
            for _ in 0..<count { answers.append(await recorded.next()) }
            return answers
        }

        @Test func `pictures up to a screen's size need no network; a larger one is degraded first, then in the cloud`()
            async
        {
            let screen = CGSize(width: 2_000, height: 2_000)
            #expect(
                await answers(screen, options { $0.deliveryMode = .highQualityFormat }, count: 1).last?.width ?? 0
                    >= 2_000
            )
            #expect(
                await answers(PHImageManagerMaximumSize, options(), count: 2) == [
                    Answer(512, isDegraded: true), .inCloud,
                ]
            )
            let quick = options { $0.deliveryMode = .fastFormat }
            #expect(await answers(PHImageManagerMaximumSize, quick, count: 1) == [Answer(2_048)])
        }

        @Test func `with the network the full picture follows the degraded one, and the progress is the download's`()
            async throws
        {
            let half = Parker()
            try serve(half: half)
            let told = Mutex<[Double]>([])
            let allowed = options { options in
                options.isNetworkAccessAllowed = true
                unsafe options.progressHandler = { part, _, _, _ in
                    told.withLock { $0.append(part) }
                    if part > 0.4 { half.unpark() }
                }
            }
            let answers = await answers(PHImageManagerMaximumSize, allowed, count: 2)
            #expect(answers == [Answer(512, isDegraded: true), Answer(2_400)])
            let parts = told.withLock { $0 }
            #expect(parts.first == 0 && parts.last == 1 && parts.contains { $0 > 0.4 && $0 < 1 }, "\(parts)")
            #expect(
                PHAssetResource.assetResources(for: asset).map { $0.value(forKey: "locallyAvailable") as? Bool } == [
                    true
                ]
            )
        }

        @Test func `a network that fails is a network error, and setting the flag cancels`() async throws {
            try serve(LibraryError(.networkFailed, "no route"))
            let allowed = options { options in
                options.isNetworkAccessAllowed = true
                options.deliveryMode = .highQualityFormat
            }
            #expect(await answers(PHImageManagerMaximumSize, allowed, count: 1).map(\.error) == [.networkError])
            // Nobody answers this one.
            unsafe allowed.progressHandler = { _, _, stops, _ in unsafe stops.pointee = true }
            let stopped = await answers(PHImageManagerMaximumSize, allowed, count: 1)
            #expect(stopped.map(\.error) == [nil] && stopped.map(\.width) == [nil])
        }

        @Test func `a resource says where it is, and its file comes only with the network`() async throws {
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            #expect(resource.value(forKey: "locallyAvailable") as? Bool == false)
            func read(_ options: PHAssetResourceRequestOptions?) async -> (data: Data, error: (any Error)?) {
                let data = Mutex(Data())
                let end = Recorded<(any Error)?>()
                PHAssetResourceManager.default().requestData(for: resource, options: options) { part in
                    data.withLock { $0.append(part) }
                } completionHandler: {
                    end.append($0)
                }
                let error = await end.next()
                return (data.withLock { $0 }, error)
            }
            let refused = await read(nil)
            #expect((refused.error as? PHPhotosError)?.code == .networkAccessRequired && refused.data.isEmpty)
            let file = URL(fileURLWithPath: library.folder.file("copy.jpg").text)
            await #expect(throws: PHPhotosError.self) {
                try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil)
            }
            try serve()
            let told = Mutex<[Double]>([])
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            options.progressHandler = { part in told.withLock { $0.append(part) } }
            let answer = await read(options)
            #expect(answer.error == nil && Array(answer.data) == bytes)
            #expect(told.withLock { $0.first == 0 && $0.last == 1 })
        }

        @Test func `the file's data and an edit's input come only with the network`() async throws {
            func data(_ options: PHImageRequestOptions) async -> Answer {
                let recorded = Recorded<Answer>()
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
                    data,
                    _,
                    _,
                    info in
                    recorded.append(Answer(data?.count, info))
                }
                return await recorded.next()
            }
            func input(_ options: PHContentEditingInputRequestOptions) async -> Answer {
                let recorded = Recorded<Answer>()
                asset.requestContentEditingInput(with: options) { input, info in
                    var answer = Answer(input.map { _ in 1 })
                    answer.error = (info[PHContentEditingInputErrorKey] as? PHPhotosError)?.code
                    answer.isInCloud = info[PHContentEditingInputResultIsInCloudKey] as? Bool ?? false
                    recorded.append(answer)
                }
                return await recorded.next()
            }
            let editing = PHContentEditingInputRequestOptions()
            #expect(await data(options()) == .inCloud)
            #expect(await input(editing) == .inCloud)
            try serve()
            editing.isNetworkAccessAllowed = true
            #expect(await input(editing) == Answer(1))
            #expect(await data(options()) == Answer(bytes.count))
        }
    }
}
