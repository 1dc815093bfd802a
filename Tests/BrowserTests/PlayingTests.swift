import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    /// What moves in the preview of the browser.
    @Suite struct PlayingTests {
        /// Seconds of the movies.
        private static let length = 10

        /// A movie of JPEG pictures and plain sound, which no browser plays.
        private static func movie() throws -> [UInt8] {
            let frames = try (0..<length * 2).map { number in
                try SamplePhoto(size: PixelSize(width: 320, height: 240), seed: UInt64(number + 1)).encoded()
            }
            var movie = MovieFixture(frames: frames, width: 320, height: 240, framesPerSecond: 2)
            // A tone of 440 hertz.
            movie.sound = (0..<MovieFixture.soundRate * length).map { $0 / 50 % 2 == 0 ? 8_000 : -8_000 }
            return movie.bytes
        }

        /// The same, as H.264 and AAC in MPEG-4.
        private static func plainMovie(by owner: LibraryClient) throws -> [UInt8] {
            var export = MovieExport(.mpeg4)
            export.transcodes = true
            let bytes = try movie()
            let source = try SealedMemory.make(bytes.span)
            let made = try SealedMemory.makeUnsealed()
            try owner.exportMovie(export, of: source, to: made)
            try made.seek(to: 0)
            return try made.readToEnd(limit: 64 << 20)
        }

        @discardableResult
        private static func add(
            _ files: [(bytes: [UInt8], kind: ResourceKind)],
            by owner: LibraryClient
        ) throws -> ObjectID {
            let id = try #require(try owner.mintIdentifiers(1).first)
            let uses = try files.map { file in
                let staged = try owner.stage(SealedMemory.make(file.bytes.span), filename: "file")
                return StagedResourceUse(staged: staged.id, kind: file.kind)
            }
            var creation = AssetCreation(id: id, resources: uses)
            // Newer than every photo: the first in the grid.
            creation.properties.creationDate = .set(Scene.date(-1))
            _ = try owner.perform(ChangeBlock(operations: [.createAsset(creation)]))
            return id
        }

        private static let video = "document.querySelector('.preview video')"

        /// A page with the preview of the first photo, once `add` has added it.
        private func withPreview(
            _ add: @escaping @Sendable (LibraryClient) throws -> Void,
            _ body: (Scene, Page) async throws -> Void
        ) async throws {
            try await withScene(photos: 3) { scene, page in
                try await Background.run { try add(scene.owner) }
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 0
                async let picked = scene.pick(configuration)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 4")
                try await page.click(cell(0))
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('.preview[open] .preview-title')?.textContent")
                try await body(scene, page)
                try await page.press(.escape)
                try await page.click(".cancel")
                _ = try await picked
            }
        }

        @Test func `a movie that the browser knows plays from its file, with sound and from any place`() async throws {
            try await withPreview { owner in
                try PlayingTests.add([(try PlayingTests.plainMovie(by: owner), .video)], by: owner)
            } _: { _, page in
                let video = PlayingTests.video
                try await page.wait(for: "\(video)?.readyState >= 2")
                #expect(try await page.value(of: "\(video).src.includes('/api/file/')", as: Bool.self))
                #expect(try await page.value(of: "[\(video).videoWidth, \(video).videoHeight]") == [320, 240])
                #expect(try await page.value(of: "Math.round(\(video).duration)") == PlayingTests.length)
                try await page.run("\(video).currentTime = 8")
                try await page.wait(for: "!\(video).seeking && \(video).currentTime >= 8")
                try await page.run("\(video).play()")
                try await page.wait(for: "\(video).currentTime > 8.2")
                #expect(try await page.value(of: "\(video).webkitAudioDecodedByteCount > 0", as: Bool.self))
                try await page.screenshot("preview-movie")
            }
        }

        @Test func `another movie is encoded as far as it is watched`() async throws {
            try await withPreview { owner in
                try PlayingTests.add([(try PlayingTests.movie(), .video)], by: owner)
            } _: { _, page in
                let video = PlayingTests.video
                try await page.wait(for: "\(video)?.readyState >= 2")
                #expect(try await page.value(of: "\(video).src.startsWith('blob:')", as: Bool.self))
                #expect(try await page.value(of: "[\(video).videoWidth, \(video).videoHeight]") == [320, 240])
                #expect(try await page.value(of: "Math.round(\(video).duration)") == PlayingTests.length)
                // Nobody has watched it yet: one piece.
                func pieces() -> Set<String> {
                    Set(
                        page.requests.filter { $0.contains("/api/movie/") }.compactMap { $0.split(separator: "/").last }
                    )
                    .intersection(["0", "1", "2"]).reduce(into: []) { $0.insert(String($1)) }
                }
                #expect(pieces() == ["0"])
                try await page.run("\(video).currentTime = 9")
                try await page.wait(for: "!\(video).seeking && \(video).readyState >= 2 && \(video).currentTime >= 9")
                #expect(pieces() == ["0", "2"])
                try await page.run("\(video).currentTime = 0; \(video).play()")
                try await page.wait(for: "\(video).currentTime > 4.5 && \(video).webkitAudioDecodedByteCount > 0")
                try await page.screenshot("preview-encoded")
                #expect(pieces() == ["0", "1", "2"])
            }
        }

        @Test func `a Live Photo moves as long as it is pressed, or once`() async throws {
            try await withPreview { owner in
                let photo = try SamplePhoto(size: PixelSize(width: 320, height: 240), seed: 9).encoded()
                try PlayingTests.add([(photo, .photo), (try PlayingTests.movie(), .pairedVideo)], by: owner)
            } _: { _, page in
                let video = PlayingTests.video
                try await page.wait(for: "document.querySelector('.preview-large')?.complete")
                #expect(try await page.value(of: "\(video) === null", as: Bool.self))
                try await page.run(
                    """
                    document.querySelector('.preview-picture').dispatchEvent(
                        new PointerEvent('pointerdown', { isPrimary: true, pointerId: 1, bubbles: true }))
                    """
                )
                try await page.wait(for: "\(video)?.currentTime > 0.3")
                try await page.screenshot("preview-live")
                try await page.run(
                    """
                    document.querySelector('.preview-picture').dispatchEvent(
                        new PointerEvent('pointerup', { isPrimary: true, pointerId: 1, bubbles: true }))
                    """
                )
                try await page.wait(for: "\(video) === null")
                try await page.click(".preview-bar [aria-label='Play the Live Photo']")
                try await page.wait(for: "\(video)?.currentTime > 0.3")
            }
        }

        @Test func `an animation is shown as the file that it is`() async throws {
            // One pixel that blinks.
            let start: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xFF, 11]
            let loops: [UInt8] = [3, 1, 0, 0, 0]
            let frames = [0x44, 0x4C].flatMap { pixel -> [UInt8] in
                [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0]
            }
            let bytes = Array("GIF89a".utf8) + start + Array("NETSCAPE2.0".utf8) + loops + frames + [0x3B]
            try await withPreview { owner in
                try PlayingTests.add([(bytes, .photo)], by: owner)
            } _: { _, page in
                let large = "document.querySelector('.preview-large')"
                try await page.wait(for: "\(large)?.complete && \(large).naturalWidth === 1")
                #expect(try await page.value(of: "\(large).src.includes('/api/file/')", as: Bool.self))
            }
        }

        @Test func `a picture is looked at closely, and left again with the keys`() async throws {
            try await withPreview { owner in
                let photo = try SamplePhoto(size: PixelSize(width: 3_000, height: 2_000), seed: 9).encoded()
                try PlayingTests.add([(photo, .photo)], by: owner)
            } _: { _, page in
                let large = "document.querySelector('.preview-large')"
                try await page.wait(for: "\(large)?.complete && \(large).naturalWidth > 0")
                try await page.run(
                    "document.querySelector('.preview').dispatchEvent(new KeyboardEvent('keydown', { key: '+' }))"
                )
                try await page.wait(for: "\(large).style.transform.includes('scale(2)')")
                try await page.wait(for: "\(large).naturalWidth === 3000")
                try await page.screenshot("preview-zoomed")
                try await page.run(
                    "document.querySelector('.preview').dispatchEvent(new KeyboardEvent('keydown', { key: '0' }))"
                )
                #expect(try await page.value(of: "\(large).style.transform", as: String.self) == "")
                // A finger that goes sideways turns to the next photo, and the arrow goes back.
                let title = "document.querySelector('.preview-title').textContent"
                let first = try await page.value(of: title, as: String.self)
                try await page.run(
                    """
                    for (const [type, x] of [['pointerdown', 600], ['pointermove', 450], ['pointerup', 400]]) {
                        document.querySelector('.preview-picture').dispatchEvent(new PointerEvent(type, {
                            pointerId: 2, pointerType: 'touch', clientX: x, clientY: 300, bubbles: true }))
                    }
                    """
                )
                try await page.wait(for: "\(title) !== \(page.literal(first))")
                try await page.press(.left)
                try await page.wait(for: "\(title) === \(page.literal(first))")
            }
        }
    }
}
