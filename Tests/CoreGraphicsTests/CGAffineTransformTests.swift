import CoreGraphics
import Testing

@Suite struct CGAffineTransformTests {
    @Test func `a quarter turn of a portrait movie makes its shown size`() {
        // As a phone writes it: a quarter clockwise, and moved back into sight.
        let turn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
        let shown = CGRect(x: 0, y: 0, width: 1920, height: 1080).applying(turn)
        #expect(shown == CGRect(x: 0, y: 0, width: 1080, height: 1920))
        let size = CGSize(width: 1920, height: 1080).applying(turn)
        #expect((abs(size.width), abs(size.height)) == (1080, 1920))
    }

    @Test func `what is done is undone by the inverse`() {
        let transform = CGAffineTransform(translationX: 3, y: 4).scaledBy(x: 2, y: 5)
        let point = CGPoint(x: 7, y: 9)
        #expect(point.applying(transform) == CGPoint(x: 17, y: 49))
        #expect(point.applying(transform).applying(transform.inverted()) == point)
        #expect(transform.concatenating(transform.inverted()).isIdentity)
        #expect(CGAffineTransform().inverted() == CGAffineTransform())
    }
}
