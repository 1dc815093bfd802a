import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import PhotosUI
import SamplePhotos
import Synchronization
import Testing

extension PhotosLibraryTests {
    /// Assets of several files, and several assets of one press of the button, through the public API.
    @Suite struct LivePhotoTests {
        private func still(_ seed: UInt64 = 1, _ change: (inout AppleExif) -> Void = { _ in }) throws -> [UInt8] {
            var exif = AppleExif()
            change(&exif)
            let size = PixelSize(width: 48, height: 32)
            return exif.inserted(intoJPEG: try SamplePhoto(size: size, seed: seed).encoded())
        }

        private func movie(_ identifier: String?, frames: Int = 20, stillTime: UInt32? = 15) throws -> [UInt8] {
            let frame = try SamplePhoto(size: PixelSize(width: 48, height: 32), seed: 5).encoded()
            var movie = MovieFixture(frames: Array(repeating: frame, count: frames), width: 48, height: 32)
            movie.stillTime = stillTime.map { .behindNothing(frames: $0) }
            if let identifier { movie.metadata = [("com.apple.quicktime.content.identifier", identifier)] }
            return movie.bytes
        }

        private func url(_ library: TestLibrary, _ name: String, _ bytes: [UInt8]) throws -> URL {
            URL(fileURLWithPath: try library.folder.write(bytes, to: name).text)
        }

        private func create(_ files: [(PHAssetResourceType, URL)]) throws -> PHAsset {
            let placeholder = try perform {
                let request = PHAssetCreationRequest.forAsset()
                for (type, url) in files { request.addResource(with: type, fileURL: url, options: nil) }
                return try #require(request.placeholderForCreatedAsset)
            }
            return try asset(placeholder.localIdentifier)
        }

        private func types(_ asset: PHAsset) -> [PHAssetResourceType] {
            PHAssetResource.assetResources(for: asset).map(\.type)
        }

        private func input(_ asset: PHAsset) async -> PHContentEditingInput? {
            let options = PHContentEditingInputRequestOptions()
            options.canHandleAdjustmentData = { _ in true }
            return await withCheckedContinuation { continuation in
                asset.requestContentEditingInput(with: options) { input, _ in continuation.resume(returning: input) }
            }
        }

        @Test(arguments: Transport.allCases)
        func `both halves of a Live Photo are added, edited and reverted as one`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try url(library, "IMG_1.JPG", still { $0.contentIdentifier = "PAIR" })
            let live = try create([(.photo, photo), (.pairedVideo, url(library, "IMG_1.MOV", movie("PAIR")))])
            #expect(live.mediaSubtypes == .photoLive)
            #expect(live.playbackStyle == .livePhoto)
            #expect(types(live) == [.photo, .pairedVideo])

            let input = try #require(await input(live))
            #expect(input.livePhoto?.size == CGSize(width: 48, height: 32))
            let output = PHContentEditingOutput(contentEditingInput: input)
            #expect(output.supportedRenderedContentTypes.last == .quickTimeMovie)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "f", formatVersion: "1", data: Data([1]))
            try Data(still(2)).write(to: output.renderedContentURL)
            let rendered = try output.renderedContentURL(for: .quickTimeMovie)
            #expect(rendered != output.renderedContentURL)
            // Without the movie that was asked for, nothing is done.
            #expect(codeThrown { try perform { PHAssetChangeRequest(for: live).contentEditingOutput = output } } != nil)
            #expect(types(live) == [.photo, .pairedVideo])
            let newMovie = try movie(nil, stillTime: nil)
            try Data(newMovie).write(to: rendered)
            try perform { PHAssetChangeRequest(for: live).contentEditingOutput = output }

            let edited = try asset(live.localIdentifier)
            #expect(edited.hasAdjustments && edited.mediaSubtypes == .photoLive)
            #expect(types(edited) == [.photo, .fullSizePhoto, .pairedVideo, .fullSizePairedVideo])
            let now = try #require(await livePhoto(edited))
            let pair = PHAssetResource.assetResources(for: now)
            #expect(pair.map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
            #expect(try await bytes(pair[1]) == Data(newMovie))

            try perform { PHAssetChangeRequest(for: edited).revertAssetContentToOriginal() }
            #expect(types(edited) == [.photo, .pairedVideo])
            try library.stop()
        }

        private func livePhoto(_ asset: PHAsset) async -> PHLivePhoto? {
            await withCheckedContinuation { continuation in
                PHImageManager.default().requestLivePhoto(
                    for: asset,
                    targetSize: PHImageManagerMaximumSize,
                    contentMode: .aspectFit,
                    options: nil
                ) { livePhoto, _ in continuation.resume(returning: livePhoto) }
            }
        }

        private func bytes(_ resource: PHAssetResource) async throws -> Data {
            let collected = Mutex(Data())
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                PHAssetResourceManager.default().requestData(for: resource, options: nil) { data in
                    collected.withLock { $0.append(data) }
                } completionHandler: { error in
                    if let error { done.resume(throwing: error) } else { done.resume() }
                }
            }
            return collected.withLock(\.self)
        }

        @Test func `halves of two Live Photos make no asset, and a photo's edit has no movie`() async throws {
            let library = try TestLibrary(.inProcess)
            let photo = try url(library, "a.jpg", still { $0.contentIdentifier = "ONE" })
            let other = try url(library, "b.mov", movie("TWO"))
            #expect(codeThrown { _ = try create([(.photo, photo), (.pairedVideo, other)]) } == .invalidResource)
            let plain = try create([(.photo, photo)])
            let output = PHContentEditingOutput(contentEditingInput: try #require(await input(plain)))
            #expect(codeThrown { _ = try output.renderedContentURL(for: .quickTimeMovie) } == .changeNotSupported)
            try library.stop()
        }

        /// What a handler was called with.
        private struct Call: Sendable {
            var livePhoto: PHLivePhoto?
            var isDegraded: Bool?
        }

        @Test func `an app's own files become a Live Photo: at once with a placeholder, and then for good`()
            async throws
        {
            let library = try TestLibrary(.inProcess)
            let photo = try still()
            let urls = [try url(library, "a.mov", movie(nil)), try url(library, "a.jpg", photo)]
            let calls = Mutex<[Call]>([])
            let placeholder = try PhotoImage(decoding: Data(still(3)))
            let target = CGSize(width: 24, height: 24)
            await withCheckedContinuation { continuation in
                PHLivePhoto.request(
                    withResourceFileURLs: urls,
                    placeholderImage: placeholder,
                    targetSize: target,
                    contentMode: .aspectFit
                ) { livePhoto, info in
                    let isDegraded = info[PHLivePhotoInfoIsDegradedKey] as? Bool
                    calls.withLock { $0.append(Call(livePhoto: livePhoto, isDegraded: isDegraded)) }
                    if isDegraded != true { continuation.resume() }
                }
                // Before the request returned.
                #expect(calls.withLock { $0.first?.isDegraded } == true)
            }
            let all = calls.withLock(\.self)
            // How long its movie plays is known as soon as it is read.
            #expect(all.map(\.livePhoto?.movieDuration) == [nil, 2])
            #expect(all.map(\.isDegraded) == [true, false])
            #expect(all.map(\.livePhoto?.size) == [CGSize(width: 48, height: 32), CGSize(width: 24, height: 16)])
            let resources = PHAssetResource.assetResources(for: try #require(all.last?.livePhoto))
            #expect(resources.map(\.type) == [.photo, .pairedVideo])
            #expect(resources.map(\.originalFilename) == ["a.jpg", "a.mov"])
            #expect(try await bytes(resources[0]) == Data(photo))
            #expect(resources[0].pixelWidth == 48)
            try library.stop()
        }

        /// Is told when a Live Photo plays.
        @MainActor private final class Player: PHLivePhotoViewDelegate {
            let told = Recorded<String>()

            func livePhotoView(_ view: PHLivePhotoView, willBeginPlaybackWith style: PHLivePhotoViewPlaybackStyle) {
                told.append("begins")
            }

            func livePhotoView(_ view: PHLivePhotoView, didEndPlaybackWith style: PHLivePhotoViewPlaybackStyle) {
                told.append("ends")
            }
        }

        /// What a request for files ends with.
        private func made(of urls: [URL]) async -> Result<PHLivePhoto, PHPhotosError>? {
            await withCheckedContinuation { continuation in
                PHLivePhoto.request(
                    withResourceFileURLs: urls,
                    placeholderImage: nil,
                    targetSize: .zero,
                    contentMode: .aspectFit
                ) { livePhoto, info in
                    let failure = info[PHLivePhotoInfoErrorKey] as? PHPhotosError
                    continuation.resume(returning: livePhoto.map { .success($0) } ?? failure.map { .failure($0) })
                }
            }
        }

        @MainActor @Test(arguments: Transport.allCases)
        func `a Live Photo of an app's own files plays`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try url(library, "a.jpg", still())
            let short = try url(library, "a.mov", movie(nil, frames: 2, stillTime: 1))
            let livePhoto = try #require(await made(of: [photo, short])).get()
            let (view, player) = (PHLivePhotoView(), Player())
            view.delegate = player
            view.livePhoto = livePhoto
            view.startPlayback(with: .full)
            #expect(player.told.values == ["begins"])
            #expect(await player.told.next() == "begins")
            #expect(await player.told.next() == "ends")
            let broken = try url(library, "broken.mov", [1, 2, 3])
            let refused = try #require(await made(of: [photo, broken]))
            #expect(codeThrown { _ = try refused.get() } == .invalidResource)
            try library.stop()
        }

        @Test func `fetches find one photo of a burst, and the next when that one goes`() throws {
            let library = try TestLibrary(.inProcess)
            let photos = try (1...3).map { number in
                let bytes = try still(UInt64(number)) {
                    $0.burstIdentifier = "SERIES"
                    $0.date = "2024:05:01 12:00:0\(4 - number)"
                }
                return try create([(.photo, try url(library, "\(number).jpg", bytes))])
            }
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.identifiers == [photos[2].localIdentifier])
            let standing = try #require(all.firstObject)
            #expect(standing.representsBurst && standing.burstIdentifier == "SERIES")
            #expect(standing.burstSelectionTypes == [])
            let every = PHFetchOptions()
            every.includeAllBurstAssets = true
            #expect(PHAsset.fetchAssets(withBurstIdentifier: "SERIES", options: every).count == 3)
            #expect(PHAsset.fetchAssets(withBurstIdentifier: "SERIES", options: nil).count == 1)
            #expect(PHAsset.fetchAssets(with: every).count == 3)
            let token = PHPhotoLibrary.shared().currentChangeToken
            try perform { PHAssetChangeRequest.deleteAssets([standing] as NSArray) }
            #expect(allAssets() == [photos[1].localIdentifier])
            #expect(
                try Told.assets(since: token).reduce(into: Set<String>()) { $0.formUnion($1.updated) }
                    == [photos[1].localIdentifier]
            )
            try library.stop()
        }
    }
}
