import Foundation
import Testing

@testable import Editor

struct EditorTests {
    /// Three pixels across and two down, each with its number as red.
    private let picture = Picture(width: 3, height: 2, pixels: (1...6).flatMap { [UInt8($0), 0, 0, 255] })

    private func reds(_ picture: Picture) -> [[UInt8]] {
        (0..<picture.height).map { y in (0..<picture.width).map { picture.pixels[(y * picture.width + $0) * 4] } }
    }

    @Test func `turns, crops and takes the colours out`() throws {
        #expect(reds(picture) == [[1, 2, 3], [4, 5, 6]])
        #expect(reds(picture.turnedRight) == [[4, 1], [5, 2], [6, 3]])
        #expect(reds(picture.turnedLeft) == [[3, 6], [2, 5], [1, 4]])
        #expect(picture.turnedLeft.turnedRight == picture)
        let right = try #require(UnitRectangle(0.67, 0, 0.33, 1))
        #expect(reds(picture.cropped(to: right)) == [[3], [6]])
        let least = try #require(UnitRectangle(0.99, 0.99, 0.001, 0.001))
        #expect(reds(picture.cropped(to: least)) == [[6]])
        let grey = Picture(width: 1, height: 1, pixels: [255, 0, 0, 9]).inBlackAndWhite
        #expect(grey.pixels == [54, 54, 54, 9])
    }

    @Test func `a recipe is done step after step, and is the same when it is read again`() throws {
        let half = try #require(UnitRectangle(0, 0, 0.5, 1))
        let recipe = Recipe(steps: [.turnRight, .crop(half), .blackAndWhite])
        let data = try JSONEncoder().encode(recipe)
        #expect(try JSONDecoder().decode(Recipe.self, from: data) == recipe)
        #expect(reds(Recipe(steps: [.turnRight, .crop(half)]).applied(to: picture)) == [[4], [5], [6]])
        #expect(recipe.steps.map(\.description) == ["turn right", "crop 0.0,0.0,0.5,1.0", "black and white"])
    }

    @Test func `a recipe that leads out of the picture is not read`() throws {
        let text = #"{"steps":[{"crop":{"_0":{"x":0.5,"y":0,"width":1e300,"height":1}}}]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Recipe.self, from: Data(text.utf8)) }
    }

    @Test func `reads its steps in order`() throws {
        let options = try Options(["ID", "--turn", "left", "--crop", "0,0.25,1,0.5", "--black-and-white"])
        let part = try #require(UnitRectangle(0, 0.25, 1, 0.5))
        #expect(options.identifier == "ID")
        #expect(options.task == .edit([.turnLeft, .crop(part), .blackAndWhite]))
        #expect(try Options(["--show", "ID"]).task == .show)
        #expect(try Options(["ID", "--revert"]).task == .revert)
    }

    @Test(arguments: [
        [], ["ID"], ["--show"], ["ID", "--turn"], ["ID", "--turn", "up"], ["ID", "--crop"], ["ID", "--crop", "0,0,1"],
        ["ID", "--crop", "0,0,2,1"], ["ID", "--crop", "0,0,0,1"], ["ID", "--crop", "nan,0,1,1"],
        ["ID", "--crop", "0,0,1,1,"], ["ID", "--show", "--revert"], ["ID", "--show", "--turn", "left"], ["A", "B"],
        ["ID", "--sharpen"],
    ])
    func `refuses what makes no sense`(arguments: [String]) {
        #expect(throws: UsageError.self) { try Options(arguments) }
    }
}
