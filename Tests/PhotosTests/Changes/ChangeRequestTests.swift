import Foundation
import LibraryClient
import LibraryModel
import Testing

@testable import Photos

/// A library that nobody serves.
private let nowhere = LibraryClient(ServerAddress(path: "/nowhere/library.sock"))

@Suite struct ChangeRequestTests {
    @Test func `a request outside a change block stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = PHAssetCreationRequest.forAsset()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("may be used only inside a change block"))
    }

    @Test func `a request that outlives its block stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var kept: PHAssetChangeRequest?
            _ = ChangeTransaction.recording(
                { kept = PHAssetChangeRequest(for: PHAsset(.random(), row: AssetRow())) },
                client: nowhere
            )
            kept?.isFavorite = true
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("after its change block"))
    }

    @Test func `a block inside a block stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ChangeTransaction.recording({ PHPhotoLibrary.shared().performChanges({}) }, client: nowhere)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a change block may not start another"))
    }

    @Test func `properties read back what was set, else what the asset has`() {
        var row = AssetRow()
        row.flags = [.exists, .favorite, .hasCreationDate]
        row.creationDate = 7_000_000
        let asset = PHAsset(.random(), row: row)
        _ = ChangeTransaction.recording(
            {
                let request = PHAssetChangeRequest(for: asset)
                #expect(request.isFavorite)
                #expect(request.creationDate == Date(timeIntervalSince1970: 7))
                #expect(request.placeholderForCreatedAsset == nil)
                request.creationDate = nil
                request.isFavorite = false
                request.rating = .four
                request.location = CLLocation(latitude: 48.1, longitude: 11.6)
                #expect(request.creationDate == nil)
                #expect(!request.isFavorite)
                #expect(request.rating == .four)
                #expect(request.location?.coordinate == CLLocationCoordinate2D(latitude: 48.1, longitude: 11.6))
            },
            client: nowhere
        )
    }

    @Test func `a block that asks for nothing needs no library`() throws {
        _ = try ChangeTransaction.recording({}, client: nowhere).commit()
        try PHPhotoLibrary.shared().performChangesAndWait({})
    }

    @Test func `creation takes one main file and its companions`() {
        func supports(_ types: [PHAssetResourceType]) -> Bool {
            PHAssetCreationRequest.supportsAssetResourceTypes(types.map { NSNumber(value: $0.rawValue) })
        }
        #expect(supports([.photo]))
        #expect(supports([.video]))
        #expect(supports([.photo, .pairedVideo]))
        #expect(supports([.photo, .alternatePhoto]))
        #expect(!supports([]))
        #expect(!supports([.pairedVideo]))
        #expect(!supports([.photo, .video]))
        #expect(!supports([.video, .pairedVideo]))
        #expect(!supports([.photo, .photo]))
        #expect(!supports([.unrecognized(77), .photo]))
    }

    @Test func `only a file that can be read makes a request`() {
        _ = ChangeTransaction.recording(
            {
                #expect(
                    PHAssetChangeRequest.creationRequestForAssetFromImage(
                        atFileURL: URL(fileURLWithPath: "/nowhere/x.jpg")
                    ) == nil
                )
                let web = URL(string: "https://example.org/x.jpg")
                if let web { #expect(PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: web) == nil) }
            },
            client: nowhere
        )
    }
}
