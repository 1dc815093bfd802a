import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import PhotosUI
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    /// Photos without places, by whatever way an app asks for them.
    @Suite struct HiddenPlacesTests {
        private static let place = Coordinate(latitude: 47.5, longitude: 11.25, altitude: 1_200)

        private func placed(_ seed: UInt64) -> SamplePhoto {
            SamplePhoto(
                size: PixelSize(width: 48, height: 32),
                seed: seed,
                date: 1_600_000_000_000_000 + Int64(seed),
                utcOffset: 0,
                location: HiddenPlacesTests.place
            )
        }

        /// What a file says of its place, as the library reads it.
        private func place(in bytes: Data, _ library: TestLibrary) throws -> Coordinate? {
            try library.owner.stage(SealedMemory.make([UInt8](bytes).span), filename: "copy.jpg").metadata.location
        }

        private func content(_ asset: PHAsset) async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, info in
                    let error = info?[PHImageErrorKey] as? PHPhotosError
                    continuation.resume(with: Result { try data ?? { throw error ?? CocoaError(.fileReadUnknown) }() })
                }
            }
        }

        @Test(arguments: Transport.allCases)
        func `an app without places finds none in assets, fetches, files and history`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport)
            let ids = try library.add([placed(1), .small(2)])
            #expect(try asset(ids[0]).location?.coordinate.latitude == 47.5)
            #expect(try await place(in: content(asset(ids[0])), library) != nil)
            try library.owner.setPreferences(ofApp: library.identity, hidesPlaces: true)

            #expect(try asset(ids[0]).location == nil)
            #expect(try await place(in: content(asset(ids[0])), library) == nil)
            let original = try placed(1).encoded().count
            #expect(try await content(asset(ids[0])).count == original)
            #expect(allAssets(options(NSPredicate(format: "location != nil"))) == [])
            #expect(Set(allAssets(options(NSPredicate(format: "location == nil")))) == Set(ids))
            #expect(codeThrown { try perform { PHAssetChangeRequest(for: try asset(ids[0])).location = nil } } != nil)

            let token = PHPhotoLibrary.shared().currentChangeToken
            let before = try asset(ids[0]).modificationDate
            var update = AssetUpdate()
            update.location = .set(Coordinate(latitude: 1, longitude: 2))
            try library.change(.updateAsset(ids[0].id(), update))
            #expect(try Told.assets(since: token) == [])
            #expect(try asset(ids[0]).modificationDate == before)

            try library.owner.setPreferences(ofApp: library.identity, hidesPlaces: false)
            #expect(try asset(ids[0]).location?.coordinate.latitude == 1)
            try library.stop()
        }

        @MainActor @Test(arguments: Transport.allCases)
        func `an app that wants photos without places in its picker is handed none`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let ids = try library.add([placed(1)]).ids
            let agent = try TestAgent(library.owner) { _ in .picked(ids) }
            for options in [[], .removeLocation] as [PHPickerMetadataOptions] {
                let configuration = PHPickerConfiguration.ofLibrary { $0.metadataOptions = options }
                let picked = try await PHPickerViewController(configuration: configuration).pick()
                let data = try await #require(picked.first).itemProvider.data(.jpeg)
                #expect(try (place(in: data, library) == nil) == (options == .removeLocation))
            }
            agent.leave()
            try library.stop()
        }
    }
}
