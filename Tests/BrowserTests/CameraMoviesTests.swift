import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    /// Movies that a camera took otherwise than in real time.
    @Suite struct CameraMoviesTests {
        /// Adds two seconds of slow motion and eight of time-lapse, newer than every photo.
        private static func addMovies(_ owner: LibraryClient) throws {
            let frame = try SamplePhoto(size: PixelSize(width: 160, height: 120), seed: 7).encoded()
            for (number, isSlow) in [true, false].enumerated() {
                var movie = MovieFixture(frames: Array(repeating: frame, count: 240), width: 160, height: 120)
                movie.framesPerSecond = isSlow ? 120 : 30
                if !isSlow { movie.metadata = [("com.apple.photos.captureMode", "Time-lapse")] }
                let bytes = movie.bytes
                let staged = try owner.stage(SealedMemory.make(bytes.span), filename: "IMG_\(number).MOV")
                let id = try owner.mintIdentifiers(1)[0]
                let use = StagedResourceUse(staged: staged.id, kind: .video)
                var creation = AssetCreation(id: id, resources: [use])
                creation.properties.creationDate = .set(Scene.date(-1 - number))
                _ = try owner.perform(ChangeBlock(operations: [.createAsset(creation)]))
            }
        }

        @Test func `slow motion and time-lapse are found by their kinds, and play`() async throws {
            try await withScene(photos: 3) { scene, page in
                try await Background.run { try Self.addMovies(scene.owner) }
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 0
                let picker = configuration
                async let picked = scene.pick(picker)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 5")
                for (kind, length, duration) in [("slomo", "0:02", 2.0), ("timelapse", "0:08", 8.0)] {
                    try await page.run(
                        "document.querySelector('[data-kind=\(kind)]').scrollIntoView({ inline: 'center' })"
                    )
                    try await page.click("[data-kind=\(kind)]")
                    try await page.wait(for: "document.querySelectorAll('.cell').length === 1")
                    #expect(try await page.text(".cell .length") == length, "\(kind)")
                    try await page.run("document.querySelector('.grid').focus()")
                    try await page.press(.enter)
                    let video = "document.querySelector('.preview video')"
                    try await page.wait(for: "\(video)?.readyState >= 2")
                    #expect(try await page.value(of: "Math.round(\(video).duration)") == duration, "\(kind)")
                    try await page.run("\(video).play()")
                    try await page.wait(for: "\(video).currentTime > 0.5")
                    try await page.screenshot("preview-\(kind)")
                    try await page.press(.escape)
                    try await page.wait(for: "!document.querySelector('dialog')")
                    try await page.click("[data-kind=\(kind)]")
                    try await page.wait(for: "document.querySelectorAll('.cell').length === 5")
                }
                try await page.click(".cancel")
                _ = try await picked
            }
        }
    }
}
