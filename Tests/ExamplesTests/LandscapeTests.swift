import Foundation
import Testing

@testable import Camera

struct LandscapeTests {
    @Test func `fills the picture with opaque pixels`() {
        let pixels = Landscape(seed: 0, at: Date(timeIntervalSince1970: 1_000_000)).pixels
        #expect(pixels.count == Landscape.width * Landscape.height * 4)
        #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 })
    }

    @Test func `is another picture every time`() {
        let noon = Date(timeIntervalSince1970: 1_781_438_400)
        #expect(Landscape(seed: 0, at: noon).pixels != Landscape(seed: 1, at: noon).pixels)
        #expect(Landscape(seed: 0, at: noon).pixels != Landscape(seed: 0, at: noon.addingTimeInterval(60)).pixels)
    }

    @Test func `is darker at night than at noon`() {
        func light(_ hour: Double) -> Int {
            Landscape(seed: 0, at: Date(timeIntervalSince1970: hour * 3_600)).pixels.reduce(0) { $0 + Int($1) }
        }
        #expect(light(0) < light(6) && light(6) < light(12))
    }
}
