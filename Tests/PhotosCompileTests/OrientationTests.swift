import CoreGraphics
import ImageIO
import Photos
import Testing
import os

// A test of an app's own: Testing looks for a module of its own beside CoreGraphics.
@Suite struct OrientationTests {
    @Test func `a picture that lies on its side is turned`() {
        #expect(shownSize(CGSize(width: 4, height: 3), .right) == CGSize(width: 3, height: 4))
        #expect(square(in: CGSize(width: 4, height: 2)) == CGRect(x: 1, y: 0, width: 2, height: 2))
    }
}
