import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    @Suite struct MovieRequestTests {
        private struct Answer: Sendable {
            var asset: AVAsset?
            var item: AVPlayerItem?
            var error: PHPhotosError.Code?
            var hasMix = false
        }

        private static func movie() throws -> [UInt8] {
            let frame = try SamplePhoto(size: PixelSize(width: 64, height: 32), seed: 5).encoded()
            return MovieFixture(
                frames: Array(repeating: frame, count: 20),
                width: 64,
                height: 32,
                matrix: (0, 1, -1, 0)
            ).bytes
        }

        /// A movie that was added under this name, as the app sees it.
        private static func added(to library: TestLibrary) async throws -> PHAsset {
            let file = URL(fileURLWithPath: try library.folder.write(try movie(), to: "Sea side.mov").text)
            let made = Recorded<String>()
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)
                made.append(request?.placeholderForCreatedAsset?.localIdentifier ?? "")
            }
            return try #require(PHAsset.fetchAssets(withLocalIdentifiers: made.values, options: nil).firstObject)
        }

        private static func request(_ asset: PHAsset, _ options: PHVideoRequestOptions? = nil) async -> Answer {
            await withCheckedContinuation { continuation in
                PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { asset, mix, info in
                    let error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
                    continuation.resume(returning: Answer(asset: asset, error: error, hasMix: mix != nil))
                }
            }
        }

        @Test(arguments: Transport.allCases)
        func `a movie has its length, its tracks and how they are turned`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let answer = await MovieRequestTests.request(try await MovieRequestTests.added(to: library))
            #expect(answer.error == nil && !answer.hasMix)
            let movie = try #require(answer.asset)
            let (duration, tracks) = try await movie.load(.duration, .tracks)
            #expect(CMTimeGetSeconds(duration) == 2)
            #expect(tracks.map(\.mediaType) == [.video])
            #expect(try await movie.loadTracks(withMediaType: .audio).isEmpty)
            let track = try #require(try await movie.loadTracks(withMediaType: .video).first)
            let (size, transform, rate) = try await track.load(.naturalSize, .preferredTransform, .nominalFrameRate)
            #expect(size == CGSize(width: 64, height: 32))
            #expect((transform.a, transform.b, transform.c, transform.d) == (0, 1, -1, 0))
            #expect(rate == 10)
            #expect(track.timeRange == CMTimeRange(start: .zero, duration: duration))
            #expect(track.asset === movie)
            // The former way to ask.
            #expect(movie.duration == duration && movie.isPlayable && movie.isExportable)
            var problem: NSError?
            #expect(movie.statusOfValue(forKey: "duration", error: &problem) == .loaded && problem == nil)
        }

        @Test func `a movie's file is a copy under its own name, as long as the object`() async throws {
            let library = try TestLibrary(.inProcess)
            let asset = try await MovieRequestTests.added(to: library)
            var answer: Answer? = await MovieRequestTests.request(asset)
            let url = try #require((answer?.asset as? AVURLAsset)?.url)
            #expect(url.lastPathComponent == "Sea side.mov")
            #expect(try Data(contentsOf: url) == Data(try MovieRequestTests.movie()))
            // Copied and measured as apps do it, a link would not do.
            let copy = URL(fileURLWithPath: library.folder.file("copy.mov").text)
            try FileManager.default.copyItem(at: url, to: copy)
            #expect(try Data(contentsOf: copy) == Data(try MovieRequestTests.movie()))
            let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
            #expect(size == (try MovieRequestTests.movie()).count)
            #expect((answer?.asset as? AVURLAsset)?.url == url)
            // The handler's block may hold it for a moment longer.
            answer = nil
            while FileManager.default.fileExists(atPath: url.path) { await Task.yield() }
        }

        @Test func `a player item has the movie and the size at which it is shown`() async throws {
            let library = try TestLibrary(.inProcess)
            let asset = try await MovieRequestTests.added(to: library)
            let item: AVPlayerItem? = await withCheckedContinuation { continuation in
                PHImageManager.default().requestPlayerItem(forVideo: asset, options: nil) { item, _ in
                    continuation.resume(returning: item)
                }
            }
            let player = try #require(item)
            #expect(player.presentationSize == CGSize(width: 32, height: 64))
            #expect(player.duration.seconds == 2 && player.audioMix == nil)
        }

        @Test func `a photo is no movie, and neither is what was deleted`() async throws {
            let library = try TestLibrary(.inProcess)
            let ids = try library.add(1)
            let photo = try #require(PHAsset.fetchAssets(withLocalIdentifiers: ids, options: nil).firstObject)
            #expect(await MovieRequestTests.request(photo).error == .requestNotSupportedForAsset)
            let movie = try await MovieRequestTests.added(to: library)
            try library.decide(.denied)
            #expect(await MovieRequestTests.request(movie).error == .accessUserDenied)
        }

        @Test func `an app's own file is read by the library's worker, and damage is an error`() async throws {
            let library = try TestLibrary(.inProcess)
            func asset(_ bytes: [UInt8], _ name: String) throws -> AVAsset {
                AVAsset(url: URL(fileURLWithPath: try library.folder.write(bytes, to: name).text))
            }
            let movie = try MovieRequestTests.movie()
            #expect(try await asset(movie, "own.mov").load(.duration).seconds == 2)
            let damaged = try asset(Array(movie.prefix(200)), "damaged.mov")
            let error = await #expect(throws: AVError.self) { _ = try await damaged.load(.duration) }
            #expect(error?.code == .fileFormatNotRecognized)
            #expect(damaged.duration == .zero && damaged.tracks.isEmpty && !damaged.isReadable)
            var problem: NSError?
            #expect(damaged.statusOfValue(forKey: "duration", error: &problem) == .failed)
            #expect(problem?.domain == AVFoundationErrorDomain)
            let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere.mov"))
            await #expect(throws: AVError.self) { _ = try await missing.load(.duration) }
            // Who may only add may read an app's own files too; who may nothing may not.
            try library.decide(.denied)
            try library.decide(.denied, .addOnly)
            let refusal = await #expect(throws: AVError.self) {
                _ = try await asset(movie, "again.mov").load(.duration)
            }
            #expect(refusal?.code == .contentIsNotAuthorized)
        }
    }
}
