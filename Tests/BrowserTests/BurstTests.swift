import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    /// Photos that a camera took one after the other, of which the library shows one.
    @Suite struct BurstTests {
        private static let count = 5

        /// Adds a burst that is newer than every other photo.
        private static func addBurst(_ owner: LibraryClient) throws {
            for number in 0..<count {
                let photo = SamplePhoto(size: PixelSize(width: 160, height: 120), seed: UInt64(100 + number))
                var exif = AppleExif(date: "2024:05:01 12:34:56", burstIdentifier: "B1<b>")
                exif.fraction = "\(number)00"
                let bytes = exif.inserted(intoJPEG: try photo.encoded())
                let staged = try owner.stage(SealedMemory.make(bytes.span), filename: "IMG_\(number).JPG")
                let use = StagedResourceUse(staged: staged.id, kind: .photo)
                let id = try owner.mintIdentifiers(1)[0]
                let creation = AssetCreation(id: id, resources: [use])
                _ = try owner.perform(ChangeBlock(operations: [.createAsset(creation)]))
            }
        }

        @Test func `a burst is one photo of the library, and all of it is there to look at`() async throws {
            try await withScene(photos: 3) { scene, page in
                try await Background.run { try Self.addBurst(scene.owner) }
                try await page.run("location.hash = '#library'")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 4")
                #expect(try await page.count("\(cell(0)) .badges .icon") == 1)
                #expect(try await page.count("\(cell(1)) .badges .icon") == 0)
                // What was searched for has not to do with the others of the burst.
                try await page.click(".search input")
                try await page.type("burst")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                try await page.click(cell(0))
                try await page.click("[data-action=burst]")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === \(Self.count)")
                #expect(try await page.text("h1") == "Burst")
                #expect(try await page.value(of: "location.hash") == "#library/place")
                try await page.screenshot("library-burst")
                // One of them is like any other photo, and leads nowhere else.
                try await page.click(cell(1))
                try await page.wait(for: "document.querySelector('dialog.preview [data-action=favorite]')")
                #expect(try await page.count("[data-action=burst]") == 0)
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")
                // A reload stays there, and one goes back to where one was.
                try await page.reload()
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === \(Self.count)")
                try await page.run("history.back()")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 4")
                try await page.wait(for: "document.querySelector('h1').textContent === 'All Photos'")
            }
        }
    }
}
