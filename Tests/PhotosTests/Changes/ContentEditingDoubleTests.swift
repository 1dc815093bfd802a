import Photos
import Synchronization
import Testing

/// An input as an app's test makes it.
private final class Input: PHContentEditingInput {
    var kind = PHAssetMediaType.image
    override var mediaType: PHAssetMediaType { kind }
    override var uniformTypeIdentifier: String? { "public.heic" }
}

private final class Asset: PHAsset {
    var input: PHContentEditingInput?

    override func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        completionHandler(input, [:])
        return 1
    }

    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> { PHFetchResult() }
}

@Suite struct ContentEditingDoubleTests {
    @Test func `an input of nothing has nothing`() {
        let input = PHContentEditingInput()
        #expect(input.mediaType == .unknown && input.mediaSubtypes.isEmpty && input.fullSizeImageURL == nil)
        #expect(input.uniformTypeIdentifier == nil && input.contentType == nil && input.adjustmentData == nil)
        #expect(input.displaySizeImage == nil && input.livePhoto == nil && input.fullSizeImageOrientation == 1)
    }

    @Test func `an output goes by what the double says`() {
        let input = Input()
        #expect(input.contentType == .heic)
        #expect(PHContentEditingOutput(contentEditingInput: input).defaultRenderedContentType == .jpeg)
        input.kind = .video
        #expect(PHContentEditingOutput(contentEditingInput: input).defaultRenderedContentType == .quickTimeMovie)
    }

    @Test func `an asset that is asked through its base class answers as the double does`() {
        let asset = Asset()
        asset.input = Input()
        let answered = Mutex<[PHContentEditingInput?]>([])
        let id = (asset as PHAsset).requestContentEditingInput(with: nil) { input, _ in
            answered.withLock { $0.append(input) }
        }
        #expect(id == 1 && answered.withLock { $0 } == [asset.input])
        let type: PHAsset.Type = Asset.self
        #expect(type.fetchAssets(with: nil).count == 0)
    }
}
