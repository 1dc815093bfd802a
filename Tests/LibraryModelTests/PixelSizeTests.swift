import LibraryModel
import Testing

@Suite struct PixelSizeTests {
    private func inProportion(_ size: PixelSize, longest: Int) -> PixelSize {
        let scale = Double(longest) / Double(max(size.width, size.height))
        return PixelSize(
            width: Int((Double(size.width) * scale).rounded()),
            height: Int((Double(size.height) * scale).rounded())
        )
    }

    @Test func `a picture fits into a box, is never enlarged, and keeps its shape`() {
        let photo = PixelSize(width: 4_000, height: 3_000)
        #expect(photo.scaledDown(toFit: PixelSize(width: 512, height: 512)) == PixelSize(width: 512, height: 384))
        #expect(photo.scaledDown(toFit: PixelSize(width: 4_000, height: 300)) == PixelSize(width: 400, height: 300))
        #expect(photo.scaledDown(toFit: PixelSize(width: 9_000, height: 9_000)) == photo)
        let line = PixelSize(width: 9_000, height: 1)
        #expect(line.scaledDown(toFit: PixelSize(width: 100, height: 100)) == PixelSize(width: 100, height: 1))
    }

    @Test func `a preview can have each size that its original can have`() {
        for width in stride(from: 2_050, to: 4_100, by: 37) {
            for height in Array(stride(from: 100, to: 400, by: 7)) + Array(stride(from: 1_000, to: 4_000, by: 311)) {
                let original = PixelSize(width: width, height: height)
                let preview = original.scaledDown(toFit: Rendition.preview.box)
                for longest in [1_025, 1_500, 1_999, 2_000, 2_001, 2_047] {
                    let wanted = inProportion(original, longest: longest)
                    #expect(preview.scaledDown(toFit: wanted) == wanted, "\(original)")
                    #expect(original.scaledDown(toFit: wanted) == wanted, "\(original)")
                }
            }
        }
    }
}
