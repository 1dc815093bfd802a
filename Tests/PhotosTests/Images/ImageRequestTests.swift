import Foundation
import LibraryModel
import Testing

@testable import Photos

@Suite struct ImageRequestTests {
    private func asset(_ flags: AssetPage.Flags) -> PHAsset {
        var row = AssetRow()
        row.flags = flags.union(.exists)
        row.pixelWidth = 4_000
        row.pixelHeight = 3_000
        return PHAsset(.random(), row: row)
    }

    private func request(_ asset: PHAsset, _ version: PHImageRequestOptionsVersion) -> ImageRequest {
        let options = PHImageRequestOptions()
        options.version = version
        return ImageRequest(asset, CGSize(width: 400, height: 400), .aspectFit, options)
    }

    @Test func `of an edited asset the versions before are the picture of its original file`() {
        let edited = asset(.hasAdjustments)
        #expect(request(edited, .current).source?.size == PixelSize(width: 400, height: 300))
        #expect(request(edited, .current).source?.kind == nil)
        #expect(request(edited, .unadjusted).source?.kind == .photo)
        #expect(request(edited, .original).source?.kind == .photo)
        #expect(request(asset([]), .original).source?.kind == nil)
        // It may have been turned or cropped since: the box is the one that was asked for.
        #expect(request(edited, .unadjusted).source?.size == PixelSize(width: 400, height: 400))
        let shape = ImageShape(4_000, 3_000)
        let whole = PixelSize(width: PixelImage.maximumSide, height: PixelImage.maximumSide)
        #expect(shape.sizeToLoadBeforeEdit(for: PHImageManagerMaximumSize, .aspectFit) == whole)
        let filling = shape.sizeToLoadBeforeEdit(for: CGSize(width: 300, height: 300), .aspectFill)
        #expect(filling == PixelSize(width: 400, height: 400))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, -1e300, 0])
    func `sizes and crop rectangles of any number are sizes of pictures`(_ number: Double) {
        let options = PHImageRequestOptions()
        let photo = asset([])
        for resize in [PHImageRequestOptionsResizeMode.none, .fast, .exact] {
            options.resizeMode = resize
            for mode in [PHImageContentMode.aspectFit, .aspectFill] {
                for target in [CGSize(width: number, height: 10), CGSize(width: number, height: number)] {
                    for crop in [
                        CGRect.zero, CGRect(x: number, y: 0, width: 1, height: 1),
                        CGRect(x: 0, y: 0, width: number, height: 1),
                    ] {
                        options.normalizedCropRect = crop
                        let source = ImageRequest(photo, target, mode, options).source
                        #expect(source.map { $0.size.fits(PixelSize(width: 4_000, height: 3_000)) } == true)
                        let shape = ImageShape(4_000, 3_000, crop: crop)
                        #expect(shape.exactSize(for: target, mode).width <= PixelImage.maximumSide)
                    }
                }
            }
        }
    }

    @Test func `versions mean files`() {
        func file(_ kind: ResourceKind) -> ResourceInfo {
            ResourceInfo(
                kind: kind,
                filename: "",
                contentType: "image/jpeg",
                size: 1,
                pixelWidth: 1,
                pixelHeight: 1,
                digest: []
            )
        }
        func chosen(_ version: PHImageRequestOptionsVersion, _ kinds: [ResourceKind]) -> ResourceKind? {
            ImageDataRequest.choice(version, among: kinds.map(file))?.kind
        }
        #expect(chosen(.current, [.photo, .alternatePhoto, .fullSizePhoto]) == .fullSizePhoto)
        #expect(chosen(.unadjusted, [.photo, .alternatePhoto, .fullSizePhoto]) == .photo)
        #expect(chosen(.original, [.photo, .alternatePhoto, .fullSizePhoto]) == .alternatePhoto)
        #expect(chosen(.original, [.photo]) == .photo)
        #expect(chosen(.current, [.video]) == nil)
    }

    @Test(arguments: [(-1.0, 0.0), (0.5, 0), (.nan, 0), (1, 1), (4, 4)])
    func `headroom below one is unknown`(_ set: Double, _ kept: Double) {
        let options = PHImageRequestOptions()
        #expect(Double(options.targetHDRHeadroom) == 1)
        options.targetHDRHeadroom = set
        #expect(Double(options.targetHDRHeadroom) == kept)
    }

    @Test func `facts beside a picture are numbers of every type, and errors of both`() {
        let found = RequestAnswer<Int>.value(1).info(id: 5)
        #expect(found[PHImageResultRequestIDKey] as? PHImageRequestID == 5)
        #expect(found[PHImageResultRequestIDKey] as? Int == 5)
        #expect(found[PHImageResultIsDegradedKey] as? Bool == false)
        #expect((found[PHImageResultIsInCloudKey] as? NSNumber)?.intValue == 0)
        let failed = RequestAnswer<Int>.failed(PHPhotosError(.missingResource)).info(id: 5)
        #expect((failed[PHImageErrorKey] as? NSError)?.code == 3303)
        #expect((failed[PHImageErrorKey] as? any Error as? PHPhotosError)?.code == .missingResource)
        #expect(RequestAnswer<Int>.cancelled.info(id: 5)[PHImageCancelledKey] as? Bool == true)
    }
}
