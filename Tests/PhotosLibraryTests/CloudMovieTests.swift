import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Synchronization
import Testing

extension PhotosLibraryTests {
    /// Videos and Live Photos whose files are in the cloud.
    @Suite struct CloudMovieTests {
        private let library: TestLibrary
        private let cloud: TestCloud

        init() throws {
            library = try TestLibrary(.inProcess)
            cloud = try TestCloud(library)
        }

        private struct Answer: Equatable, Sendable {
            /// Seconds, of what came.
            var duration: Double?
            var isInCloud = false
            var isCancelled = false
            var error: PHPhotosError.Code?

            init(_ duration: Double?, _ info: [AnyHashable: Any]?) {
                self.duration = duration
                isInCloud = info?[PHImageResultIsInCloudKey] as? Bool ?? false
                isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
                error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
            }

            static var inCloud: Answer {
                Answer(nil, [PHImageResultIsInCloudKey: true, PHImageErrorKey: PHPhotosError(.networkAccessRequired)])
            }
        }

        /// What a handler was told, and whoever waits until something has come.
        private final class Progress: Sendable {
            let parts = Mutex<[Double]>([])
            let some = Parker()

            func tell(_ part: Double) {
                parts.withLock { $0.append(part) }
                if part > 0 { some.unpark() }
            }

            /// Never less than before, from nothing to all.
            var isWhole: Bool {
                parts.withLock {
                    $0.first == 0 && $0.last == 1 && $0 == $0.sorted() && $0.contains { $0 > 0 && $0 < 1 }
                }
            }
        }

        private static func movie(_ identifier: String? = nil) throws -> [UInt8] {
            let frame = try SamplePhoto(size: PixelSize(width: 48, height: 32), seed: 5).encoded()
            var movie = MovieFixture(frames: Array(repeating: frame, count: 20), width: 48, height: 32)
            movie.stillTime = .behindNothing(frames: 15)
            if let identifier { movie.metadata = [("com.apple.quicktime.content.identifier", identifier)] }
            return movie.bytes
        }

        /// Adds an asset as somebody else than the app, and evicts files of it.
        private func add(_ files: [(ResourceKind, String, [UInt8])], evicting kinds: [ResourceKind]) throws -> PHAsset {
            let id = try #require(try library.owner.mintIdentifiers(1).first)
            let uses = try files.map { kind, name, bytes in
                let staged = try library.owner.stage(try SealedMemory.make(bytes.span), filename: name)
                return StagedResourceUse(staged: staged.id, kind: kind)
            }
            try library.change(.createAsset(AssetCreation(id: id, resources: uses)))
            let identifier = LocalIdentifier(.asset, id).string
            for kind in kinds { try cloud.evict(cloud.content(kind, of: identifier)) }
            return try asset(identifier)
        }

        private func video() throws -> (asset: PHAsset, content: [UInt8], bytes: [UInt8]) {
            let bytes = try CloudMovieTests.movie()
            let asset = try add([(.video, "Sea side.mov", bytes)], evicting: [.video])
            return (asset, try cloud.content(.video, of: asset.localIdentifier), bytes)
        }

        private func live(evicting kinds: [ResourceKind]) throws -> (asset: PHAsset, files: [[UInt8]: [UInt8]]) {
            var exif = AppleExif()
            exif.contentIdentifier = "PAIR"
            let size = PixelSize(width: 48, height: 32)
            let photo = exif.inserted(intoJPEG: try SamplePhoto(size: size, seed: 1).encoded())
            let movie = try CloudMovieTests.movie("PAIR")
            let files: [(ResourceKind, String, [UInt8])] = [
                (.photo, "IMG_1.JPG", photo), (.pairedVideo, "IMG_1.MOV", movie),
            ]
            let asset = try add(files, evicting: kinds)
            #expect(asset.mediaSubtypes == .photoLive)
            var evicted: [[UInt8]: [UInt8]] = [:]
            for (kind, _, bytes) in files where kinds.contains(kind) {
                evicted[try cloud.content(kind, of: asset.localIdentifier)] = bytes
            }
            return (asset, evicted)
        }

        private func areLocal(_ asset: PHAsset) -> [Bool?] {
            PHAssetResource.assetResources(for: asset).map { $0.value(forKey: "locallyAvailable") as? Bool }
        }

        // MARK: Videos

        private func options(_ progress: Progress? = nil) -> PHVideoRequestOptions {
            let options = PHVideoRequestOptions()
            guard let progress else { return options }
            options.isNetworkAccessAllowed = true
            unsafe options.progressHandler = { part, _, _, _ in progress.tell(part) }
            return options
        }

        private func movie(_ asset: PHAsset, _ options: PHVideoRequestOptions?) async -> (AVURLAsset?, Answer) {
            await withCheckedContinuation { continuation in
                PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { movie, _, info in
                    let duration = movie.map { CMTimeGetSeconds($0.duration) }
                    continuation.resume(returning: (movie as? AVURLAsset, Answer(duration, info)))
                }
            }
        }

        private func item(_ asset: PHAsset, _ options: PHVideoRequestOptions?) async -> Answer {
            await withCheckedContinuation { continuation in
                PHImageManager.default().requestPlayerItem(forVideo: asset, options: options) { item, info in
                    continuation.resume(returning: Answer(item.map { CMTimeGetSeconds($0.duration) }, info))
                }
            }
        }

        private func session(_ asset: PHAsset, _ options: PHVideoRequestOptions?) async -> Answer {
            await withCheckedContinuation { continuation in
                PHImageManager.default().requestExportSession(
                    forVideo: asset,
                    options: options,
                    exportPreset: AVAssetExportPresetPassthrough
                ) { session, info in
                    continuation.resume(returning: Answer(session.map { CMTimeGetSeconds($0.asset.duration) }, info))
                }
            }
        }

        @Test func `without the network a video is in the cloud, however it is asked for, and its poster is here`()
            async throws
        {
            let (asset, _, _) = try video()
            for options in [nil, options()] {
                #expect(await movie(asset, options).1 == .inCloud)
                #expect(await item(asset, options) == .inCloud)
                #expect(await session(asset, options) == .inCloud)
            }
            #expect(areLocal(asset) == [false])
            #expect(asset.duration == 2)
            let width = await withCheckedContinuation { continuation in
                let options = PHImageRequestOptions()
                options.deliveryMode = .highQualityFormat
                PHImageManager.default().requestImage(
                    for: asset,
                    targetSize: CGSize(width: 48, height: 32),
                    contentMode: .aspectFit,
                    options: options
                ) { image, _ in continuation.resume(returning: image?.width) }
            }
            #expect(width == 48)
        }

        @Test func `with the network a video comes as it is, with the progress of its download`() async throws {
            let (asset, content, bytes) = try video()
            let progress = Progress()
            try cloud.serve([content: bytes], half: progress.some)
            let (movie, answer) = await movie(asset, options(progress))
            #expect(answer == Answer(2, nil))
            #expect(try Data(contentsOf: #require(movie?.url)) == Data(bytes))
            #expect(progress.isWhole, "\(progress.parts.withLock { $0 })")
            #expect(areLocal(asset) == [true])
            // Now it is here.
            #expect(await item(asset, nil) == Answer(2, nil))
            #expect(await session(asset, nil) == Answer(2, nil))
        }

        @Test func `a player item and an export session of a video in the cloud download it`() async throws {
            for asks in [item, session] {
                let bytes = try CloudMovieTests.movie("\(UInt64.random(in: .min ... .max))")
                let asset = try add([(.video, "a.mov", bytes)], evicting: [.video])
                let progress = Progress()
                try cloud.serve([try cloud.content(.video, of: asset.localIdentifier): bytes], half: progress.some)
                #expect(await asks(asset, options(progress)) == Answer(2, nil))
                #expect(progress.isWhole, "\(progress.parts.withLock { $0 })")
            }
        }

        @Test func `a network that fails is a network error of a video, and what is not whole an invalid resource`()
            async throws
        {
            let (asset, content, bytes) = try video()
            let failures: [(LibraryError.Code, PHPhotosError.Code)] = [
                (.networkFailed, .networkError), (.invalidResource, .invalidResource),
                (.missingResource, .missingResource),
            ]
            for (code, told) in failures {
                try cloud.serve([content: bytes], LibraryError(code, "no"))
                #expect(await movie(asset, options(Progress())).1.error == told)
            }
            #expect(areLocal(asset) == [false])
        }

        @Test func `a request for a video that is cancelled ends its download`() async throws {
            let (asset, content, _) = try video()
            let begun = Parker()
            let isCancelled = try cloud.cancellation(of: content, after: begun)
            let recorded = Recorded<Answer>()
            let request = PHImageManager.default().requestAVAsset(forVideo: asset, options: options(Progress())) {
                movie,
                _,
                info in recorded.append(Answer(movie.map { CMTimeGetSeconds($0.duration) }, info))
            }
            begun.park()
            PHImageManager.default().cancelImageRequest(request)
            let answer = await recorded.next()
            #expect(answer.isCancelled && answer.duration == nil && answer.error == nil)
            #expect(await isCancelled.next())
            // By the flag of the handler too, before anything is wanted.
            let stopping = options(Progress())
            unsafe stopping.progressHandler = { _, _, stops, _ in unsafe stops.pointee = true }
            #expect(await movie(asset, stopping).1.isCancelled)
        }

        // MARK: Live Photos

        private func livePhoto(
            _ asset: PHAsset,
            _ configure: (PHLivePhotoRequestOptions) -> Void = { _ in }
        ) async -> (PHLivePhoto?, Answer) {
            let options = PHLivePhotoRequestOptions()
            configure(options)
            return await withCheckedContinuation { continuation in
                PHImageManager.default().requestLivePhoto(
                    for: asset,
                    targetSize: PHImageManagerMaximumSize,
                    contentMode: .aspectFit,
                    options: options
                ) { livePhoto, info in
                    continuation.resume(returning: (livePhoto, Answer(livePhoto?.movieDuration, info)))
                }
            }
        }

        private func allow(_ progress: Progress) -> (PHLivePhotoRequestOptions) -> Void {
            { options in
                options.isNetworkAccessAllowed = true
                unsafe options.progressHandler = { part, _, _, _ in progress.tell(part) }
            }
        }

        @Test(arguments: [[ResourceKind.photo, .pairedVideo], [.photo], [.pairedVideo]])
        func `a Live Photo comes with both of its files, and one progress for all that is downloaded`(
            _ kinds: [ResourceKind]
        ) async throws {
            let (asset, files) = try live(evicting: kinds)
            #expect(await livePhoto(asset).1 == .inCloud)
            #expect(areLocal(asset) == [ResourceKind.photo, .pairedVideo].map { !kinds.contains($0) })
            let progress = Progress()
            try cloud.serve(files, half: progress.some)
            let (found, answer) = await livePhoto(asset, allow(progress))
            #expect(answer == Answer(2, nil))
            #expect(progress.isWhole, "\(progress.parts.withLock { $0 })")
            #expect(areLocal(asset) == [true, true])
            let live = try #require(found)
            for resource in PHAssetResource.assetResources(for: live) {
                let file = URL(fileURLWithPath: library.folder.file("copy-\(resource.type.rawValue)").text)
                try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil)
                let kind: ResourceKind = resource.type == .photo ? .photo : .pairedVideo
                let content = try cloud.content(kind, of: asset.localIdentifier)
                if let bytes = files[content] { #expect(try Data(contentsOf: file) == Data(bytes)) }
            }
        }

        @Test func `of a Live Photo whose movie does not come nothing is delivered, and what came stays`() async throws
        {
            let (asset, files) = try live(evicting: [.photo, .pairedVideo])
            let photo = try cloud.content(.photo, of: asset.localIdentifier)
            let movie = try cloud.content(.pairedVideo, of: asset.localIdentifier)
            try cloud.serve([photo: try #require(files[photo])])
            let begun = Parker()
            let recorded = Recorded<Answer>()
            let options = PHLivePhotoRequestOptions()
            allow(Progress())(options)
            let request = PHImageManager.default().requestLivePhoto(
                for: asset,
                targetSize: PHImageManagerMaximumSize,
                contentMode: .aspectFit,
                options: options
            ) { livePhoto, info in recorded.append(Answer(livePhoto?.movieDuration, info)) }
            while areLocal(asset) != [true, false] { await Task.yield() }
            let isCancelled = try cloud.cancellation(of: movie, after: begun)
            begun.park()
            PHImageManager.default().cancelImageRequest(request)
            #expect(await recorded.next().isCancelled)
            #expect(await isCancelled.next())
            #expect(await livePhoto(asset).1 == .inCloud)
            try cloud.serve([movie: try #require(files[movie])], LibraryError(.networkFailed, "no route"))
            #expect(await livePhoto(asset, allow(Progress())).1.error == .networkError)
            #expect(areLocal(asset) == [true, false])
        }
    }
}
