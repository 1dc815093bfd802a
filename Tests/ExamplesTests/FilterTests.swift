import Testing

@testable import Darkroom

struct FilterTests {
    @Test func `makes black and white of colours and keeps alpha`() {
        let developed = Filter.monochrome.applied(to: [255, 0, 0, 7, 0, 255, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255])
        for pixel in stride(from: 0, to: 16, by: 4) {
            #expect(developed[pixel] == developed[pixel + 1] && developed[pixel] == developed[pixel + 2])
        }
        #expect(developed[0] < developed[4])
        #expect(Array(developed[8...]) == [255, 255, 255, 0, 0, 0, 0, 255])
        #expect([developed[3], developed[7]] == [7, 255])
    }

    @Test func `makes brown tones`() {
        let developed = Filter.sepia.applied(to: [128, 128, 128, 255])
        #expect(developed[0] > developed[1] && developed[1] > developed[2] && developed[2] > 0)
        #expect(Filter.sepia.applied(to: [255, 255, 255, 255]) == [255, 242, 188, 255])
    }

    @Test func `leaves an incomplete pixel alone`() {
        #expect(Filter.monochrome.applied(to: [9, 8, 7]) == [9, 8, 7])
    }
}
