import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    @Suite(.timeLimit(.minutes(2))) struct MovieExportTests {
        /// Twenty pictures in two seconds, to be shown a quarter turned.
        static func movie(frames: Int = 20) throws -> [UInt8] {
            let frame = try SamplePhoto(size: PixelSize(width: 64, height: 32), seed: 5).encoded()
            return MovieFixture(
                frames: Array(repeating: frame, count: frames),
                width: 64,
                height: 32,
                matrix: (0, 1, -1, 0),
                metadata: [("com.apple.quicktime.make", "Acme")]
            ).bytes
        }

        private struct Scene {
            let library: TestLibrary
            let source: AVURLAsset

            init(_ transport: Transport = .inProcess, frames: Int = 20) throws {
                library = try TestLibrary(transport)
                let movie = try MovieExportTests.movie(frames: frames)
                source = AVURLAsset(url: URL(fileURLWithPath: try library.folder.write(movie, to: "source.mov").text))
            }

            func url(_ name: String) -> URL { URL(fileURLWithPath: library.folder.file(name).text) }

            func session(_ preset: String, _ name: String, _ type: AVFileType) throws -> AVAssetExportSession {
                let session = try #require(AVAssetExportSession(asset: source, presetName: preset))
                session.outputURL = url(name)
                session.outputFileType = type
                return session
            }
        }

        @Test(arguments: Transport.allCases)
        func `packets are copied with the movie's matrix and metadata`(
            _ transport: Transport
        ) async throws {
            let scene = try Scene(transport)
            let session = try scene.session(AVAssetExportPresetPassthrough, "copy.mov", .mov)
            #expect(session.status == .unknown && session.progress == 0)
            await withCheckedContinuation { continuation in
                session.exportAsynchronously { continuation.resume() }
            }
            #expect(session.error == nil && session.status == .completed && session.progress == 1)
            let copy = AVURLAsset(url: scene.url("copy.mov"))
            let track = try #require(try await copy.loadTracks(withMediaType: .video).first)
            #expect(copy.duration.seconds == 2 && track.naturalSize == CGSize(width: 64, height: 32))
            #expect(track.preferredTransform.b == 1 && track.preferredTransform.c == -1)
            #expect(track.nominalFrameRate == 10)
            let bytes = try Data(contentsOf: scene.url("copy.mov"))
            #expect(bytes.range(of: Data("Acme".utf8)) != nil)
            // The pictures are the same bytes.
            let frame = try SamplePhoto(size: PixelSize(width: 64, height: 32), seed: 5).encoded()
            #expect(bytes.range(of: Data(frame)) != nil)
        }

        @Test func `a time range is exported and starts at 0`() async throws {
            let scene = try Scene()
            let session = try scene.session(AVAssetExportPresetPassthrough, "part.mov", .mov)
            session.timeRange = CMTimeRange(
                start: CMTime(value: 1, timescale: 2),
                duration: CMTime(value: 1, timescale: 1)
            )
            await session.export()
            #expect(session.error == nil)
            let part = AVURLAsset(url: scene.url("part.mov"))
            let (duration, tracks) = try await part.load(.duration, .tracks)
            #expect(duration.seconds == 1)
            #expect(tracks.first?.timeRange.start == .zero)
        }

        @Test func `video is encoded as H.264 in the preset's size`() async throws {
            let scene = try Scene()
            let session = try #require(
                AVAssetExportSession(asset: scene.source, presetName: AVAssetExportPresetMediumQuality)
            )
            try await session.export(to: scene.url("small.mp4"), as: .mp4)
            #expect(session.status == .completed)
            let made = AVURLAsset(url: scene.url("small.mp4"))
            let track = try #require(try await made.loadTracks(withMediaType: .video).first)
            #expect(made.duration.seconds == 2 && track.naturalSize == CGSize(width: 64, height: 32))
            #expect(try Data(contentsOf: scene.url("small.mp4")).range(of: Data("avc1".utf8)) != nil)
        }

        @Test func `a failed export has a reason and leaves no file`() async throws {
            let scene = try Scene()
            // MPEG-4 takes no JPEG pictures as they are.
            func failure(_ preset: String, _ type: AVFileType?, _ change: (AVAssetExportSession) -> Void = { _ in })
                async throws -> AVError.Code?
            {
                let session = try scene.session(preset, "made", .mp4)
                session.outputFileType = type
                change(session)
                await session.export()
                #expect(session.status == .failed)
                return (session.error as? AVError)?.code
            }
            let passthrough = AVAssetExportPresetPassthrough
            #expect(try await failure(passthrough, .m4v) == .exportFailed)
            #expect(try await failure(passthrough, .wav) == .operationNotAllowed)
            #expect(try await failure(passthrough, nil) == .operationNotAllowed)
            #expect(try await failure(passthrough, .mov) { $0.outputURL = nil } == .operationNotAllowed)
            #expect(try await failure(passthrough, .mov) { $0.fileLengthLimit = 2_000 } == .diskFull)
            #expect(try await failure(AVAssetExportPresetAppleM4A, .m4a) == .exportFailed)
            #expect(!FileManager.default.fileExists(atPath: scene.url("made").path))
            try Data("here".utf8).write(to: scene.url("made"))
            #expect(try await failure(passthrough, .mov) == .fileAlreadyExists)
            #expect(try Data(contentsOf: scene.url("made")) == Data("here".utf8))
            #expect(AVAssetExportSession(asset: scene.source, presetName: "AVAssetExportPresetHEVC") == nil)
            let damaged = AVURLAsset(
                url: URL(fileURLWithPath: try scene.library.folder.write([0, 1, 2], to: "damaged.mov").text)
            )
            let session = try #require(AVAssetExportSession(asset: damaged, presetName: passthrough))
            await #expect(throws: AVError.self) { try await session.export(to: scene.url("none.mov"), as: .mov) }
        }

        @Test func `a cancelled export ends and leaves no file`() async throws {
            // Twenty minutes of pictures, which are encoded slowly.
            let scene = try Scene(frames: 20_000)
            let session = try scene.session(AVAssetExportPresetHighestQuality, "long.mp4", .mp4)
            async let ended: Void = session.export()
            while session.progress == 0 { await Task.yield() }
            #expect(session.status == .exporting)
            session.cancelExport()
            await ended
            #expect(session.status == .cancelled && (session.error as? AVError)?.code == .operationCancelled)
            #expect(!FileManager.default.fileExists(atPath: scene.url("long.mp4").path))
            // The library goes on: the next one has its turn.
            let next = try scene.session(AVAssetExportPresetPassthrough, "next.mov", .mov)
            await next.export()
            #expect(next.status == .completed)
            await next.export()
            #expect((next.error as? AVError)?.code == .operationNotAllowed)
        }

        @Test func `one export of an app runs, eight wait, and one more is refused as retryable`() async throws {
            let scene = try Scene(frames: 20_000)
            let sessions = try (0..<10).map {
                try scene.session(AVAssetExportPresetHighestQuality, "\($0).mp4", .mp4)
            }
            let ended = Recorded<Int>()
            for (number, session) in sessions.enumerated() {
                session.exportAsynchronously { ended.append(number) }
            }
            // Which of them came last is theirs to settle.
            let refused = await ended.next()
            #expect(sessions[refused].status == .failed)
            let error = sessions[refused].error as? AVError
            #expect(error?.code == .operationInterrupted)
            #expect(error?.localizedDescription == "too many files are being read")
            #expect(ended.values == [refused])
            for session in sessions { session.cancelExport() }
            for _ in 0..<9 { #expect(sessions[await ended.next()].status == .cancelled) }
            let next = try scene.session(AVAssetExportPresetPassthrough, "next.mov", .mov)
            await next.export()
            #expect(next.status == .completed)
        }

        @Test func `the library's own movie is exported`() async throws {
            let library = try TestLibrary(.inProcess)
            let file = URL(fileURLWithPath: try library.folder.write(try MovieExportTests.movie(), to: "a.mov").text)
            let made = Recorded<String>()
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)
                made.append(request?.placeholderForCreatedAsset?.localIdentifier ?? "")
            }
            let asset = try #require(PHAsset.fetchAssets(withLocalIdentifiers: made.values, options: nil).firstObject)
            let session: AVAssetExportSession? = await withCheckedContinuation { continuation in
                PHImageManager.default().requestExportSession(
                    forVideo: asset,
                    options: nil,
                    exportPreset: AVAssetExportPreset640x480
                ) { session, _ in continuation.resume(returning: session) }
            }
            let url = URL(fileURLWithPath: library.folder.file("made.mp4").text)
            try await #require(session).export(to: url, as: .mp4)
            #expect(try await AVURLAsset(url: url).load(.duration).seconds == 2)
            let refusal: PHPhotosError.Code? = await withCheckedContinuation { continuation in
                PHImageManager.default().requestExportSession(
                    forVideo: asset,
                    options: nil,
                    exportPreset: "none"
                ) { _, info in continuation.resume(returning: (info?[PHImageErrorKey] as? PHPhotosError)?.code) }
            }
            #expect(refusal == .requestNotSupportedForAsset)
        }
    }
}
