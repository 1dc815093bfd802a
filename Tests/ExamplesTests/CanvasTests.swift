import Testing

@testable import HikingCollage

struct CanvasTests {
    let red: [UInt8] = [255, 0, 0, 255]
    let blue: [UInt8] = [0, 0, 255, 255]

    @Test func `refuses pixels that do not fit its size`() {
        #expect(Canvas(width: 2, height: 1, pixels: red) == nil)
        #expect(Canvas(width: 0, height: 0, pixels: []) == nil)
    }

    @Test func `averages what a smaller picture's pixels cover`() throws {
        let picture = try #require(Canvas(width: 4, height: 2, pixels: red + blue + red + red + red + blue + red + red))
        let small = try #require(picture.filling(width: 2, height: 1))
        #expect(small.pixels == [128, 0, 128, 255, 255, 0, 0, 255])
    }

    @Test func `takes the middle of another shape`() throws {
        let picture = try #require(
            Canvas(
                width: 4,
                height: 2,
                pixels: [red, blue, blue, red].flatMap(\.self) + [red, blue, blue, red].flatMap(\.self)
            )
        )
        #expect(picture.filling(width: 2, height: 2)?.pixels == [blue, blue, blue, blue].flatMap(\.self))
    }

    @Test func `blends neighbours when it grows`() throws {
        let picture = try #require(Canvas(width: 2, height: 1, pixels: red + blue))
        let large = try #require(picture.filling(width: 4, height: 2))
        #expect(large.pixels.prefix(16) == [255, 0, 0, 255, 191, 0, 64, 255, 64, 0, 191, 255, 0, 0, 255, 255])
        #expect(large.pixels.prefix(16) == large.pixels.suffix(16))
    }

    @Test(arguments: [(3, 2), (7, 5), (100, 33), (640, 480)])
    func `keeps an even colour whatever the size`(width: Int, height: Int) throws {
        let color = Canvas.Color(red: 17, green: 255, blue: 98)
        let resized = Canvas(width: 61, height: 47, filledWith: color).filling(width: width, height: height)
        #expect(resized == Canvas(width: width, height: height, filledWith: color))
    }

    @Test func `draws within its bounds only`() throws {
        var canvas = Canvas(width: 2, height: 2, filledWith: Canvas.Color(red: 255, green: 0, blue: 0))
        canvas.draw(Canvas(width: 2, height: 2, filledWith: Canvas.Color(red: 0, green: 0, blue: 255)), x: 1, y: -1)
        #expect(canvas.pixels == red + blue + red + red)
        canvas.draw(Canvas(width: 2, height: 2, filledWith: Canvas.Color(red: 0, green: 0, blue: 255)), x: 7, y: 0)
        #expect(canvas.pixels == red + blue + red + red)
    }

    @Test func `shows through what is transparent`() throws {
        var canvas = Canvas(width: 1, height: 1, filledWith: Canvas.Color(red: 200, green: 0, blue: 0))
        canvas.draw(try #require(Canvas(width: 1, height: 1, pixels: [0, 100, 0, 51])), x: 0, y: 0)
        #expect(canvas.pixels == [160, 20, 0, 255])
    }
}
