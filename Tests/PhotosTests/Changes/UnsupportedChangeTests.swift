import Foundation
import LibraryClient
import LibraryModel
import Testing

@testable import Photos

/// A library that nobody serves: what is refused here is refused before the library is asked.
private let nowhere = LibraryClient(ServerAddress(path: "/nowhere/library.sock"))

@Suite struct UnsupportedChangeTests {
    private func code(_ body: @escaping (PHAssetChangeRequest) -> Void) -> PHPhotosError.Code? {
        let asset = PHAsset(.random(), row: AssetRow())
        let transaction = ChangeTransaction.recording({ body(PHAssetChangeRequest(for: asset)) }, client: nowhere)
        do throws(PHPhotosError) {
            _ = try transaction.commit()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `what is not kept yet fails the whole block`() {
        #expect(code { $0.setLivePhotoVideoPlaybackEnabled(false) } == .changeNotSupported)
        #expect(code { $0.revertAssetContent(to: .raw) } == .changeNotSupported)
        let mixed = code {
            $0.isFavorite = true
            $0.revertAssetContent(to: .raw)
        }
        #expect(mixed == .changeNotSupported)
    }

    @Test func `what is supported gets as far as the library`() {
        #expect(code { $0.revertAssetContent(to: .compressed) } == .libraryVolumeOffline)
        #expect(code { $0.isFavorite = true } == .libraryVolumeOffline)
        #expect(code { $0.caption = "Ferry" } == .libraryVolumeOffline)
        #expect(code { $0.addKeyword("ferry") } == .libraryVolumeOffline)
    }

    @Test func `an edit is rendered as a supported type only`() throws {
        let output = PHContentEditingOutput(
            placeholderForCreatedAsset: PHObjectPlaceholder(LocalIdentifier(.asset, .random()))
        )
        #expect(output.renderedContentURL.pathExtension == "jpg")
        #expect(output.defaultRenderedContentType == .jpeg)
        let png = try output.renderedContentURL(for: .png)
        #expect(png.pathExtension == "png")
        #expect(output.renderedContentURL == png)
        #expect(throws: PHPhotosError.self) { try output.renderedContentURL(for: .quickTimeMovie) }
        #expect(output.renderedContentURL == png)
    }
}
