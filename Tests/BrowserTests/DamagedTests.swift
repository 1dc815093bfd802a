import BrowserDriver
import LibraryClient
import LibraryModel
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    /// Pictures of which some is missing, in the browser of photos.
    @Suite struct DamagedTests {
        private var several: PickerConfiguration {
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 0
            return configuration
        }

        private static let chip = "[data-kind=damaged]"

        /// The newest photo, of which the end is missing.
        private static func addDamaged(_ owner: LibraryClient) throws {
            let photo = SamplePhoto(size: PixelSize(width: 320, height: 240), seed: 5, date: Scene.date(-1))
            let whole = try photo.encoded()
            let part = Array(whole.prefix(whole.count * 2 / 3))
            let staged = try owner.stage(SealedMemory.make(part.span), filename: "cut.jpg")
            let id = try owner.mintIdentifiers(1)[0]
            let use = StagedResourceUse(staged: staged.id, kind: .photo)
            _ = try owner.perform(ChangeBlock(operations: [.createAsset(AssetCreation(id: id, resources: [use]))]))
        }

        @Test func `damaged pictures have a filter once there are any`() async throws {
            try await withScene(photos: 5) { scene, page in
                let pick = try await scene.begin(several)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 5")
                try await page.wait(for: "document.querySelector('\(Self.chip)').hidden")
                // The row of kinds ends with one that is there.
                try await page.wait(for: "document.querySelector('.chip:not([hidden])')")
                try await page.run("document.querySelector('.chip').focus()")
                try await page.press(.end)
                let last: String = try await page.value(of: "document.activeElement.dataset.kind")
                #expect(last == "images")

                try await Background.run { try Self.addDamaged(scene.owner) }
                try await page.wait(for: "document.querySelector('\(Self.chip)').hidden === false")
                try await page.press(.end)
                try await page.press(.space)
                try await page.wait(for: "document.querySelectorAll('.cell').length === 1")
                #expect(try await page.text("\(Self.chip)[aria-pressed=true]") == "Damaged")
                // What has the focus is in view.
                let isInView = """
                    document.activeElement.getBoundingClientRect().right
                        <= document.querySelector('.chips').getBoundingClientRect().right
                    """
                #expect(try await page.value(of: isInView, as: Bool.self))
                try await page.screenshot("picker-damaged")
                #expect(try await page.accessibilityProblems() == [])
                try await page.press(.space)
                try await page.wait(for: "document.querySelectorAll('.cell').length === 6")
                try await page.click(".cancel")
                #expect(try await pick.following() == .cancelled([]))
            }
        }
    }
}
