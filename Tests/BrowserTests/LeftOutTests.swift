import BrowserDriver
import LibraryClient
import LibraryModel
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    /// What the person leaves out of the photos that they pick.
    @Suite struct LeftOutTests {
        /// Adds the newest photo of the library, taken somewhere.
        private func addPlaced(_ owner: LibraryClient) throws -> ObjectID {
            let photo = SamplePhoto(
                size: PixelSize(width: 64, height: 48),
                seed: 77,
                date: 1_800_000_000_000_000,
                location: Coordinate(latitude: 46.5, longitude: 7.25)
            )
            let bytes = try photo.encoded()
            let id = try owner.mintIdentifiers(1)[0]
            let staged = try owner.stage(SealedMemory.make(bytes.span), filename: "placed.jpg")
            #expect(staged.metadata.location != nil)
            let use = StagedResourceUse(staged: staged.id, kind: .photo)
            _ = try owner.perform(
                ChangeBlock(operations: [.createAsset(AssetCreation(id: id, resources: [use]))])
            )
            return id
        }

        @Test func `the person picks a photo without its place`() async throws {
            try await withScene { scene, page in
                let owner = scene.owner
                let photo = try await Background.run { try addPlaced(owner) }
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 0
                configuration.givesIdentifiers = true
                let pick = try await scene.begin(configuration)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                try await page.click(".picker-options summary")
                try await page.click(".picker-options [data-control=location]")
                try await page.screenshot("picker-options")
                try await page.click(cell(0))
                try await page.click(".confirm")
                let location = try await Background.run {
                    let event = try pick.next()
                    #expect(event.items.map(\.asset) == [photo])
                    let file = try pick.open(.photo, of: event.items[0].number)
                    return try owner.stage(file, filename: "copy.jpg").metadata.location
                }
                #expect(location == nil)
            }
        }
    }
}
