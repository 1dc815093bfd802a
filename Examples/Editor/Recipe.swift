import Foundation

/// An edit: the steps that are applied to the original, in order.
struct Recipe: Codable, Equatable {
    /// Tells this app's recipes from those of others.
    static let formatIdentifier = "example.editor"
    static let formatVersion = "1"

    var steps: [Step] = []

    func applied(to picture: Picture) -> Picture {
        steps.reduce(picture) { picture, step in
            switch step {
            case .turnLeft: picture.turnedLeft
            case .turnRight: picture.turnedRight
            case .crop(let part): picture.cropped(to: part)
            case .blackAndWhite: picture.inBlackAndWhite
            }
        }
    }
}

/// One step.
enum Step: Codable, Equatable, CustomStringConvertible {
    case turnLeft
    case turnRight
    case crop(UnitRectangle)
    case blackAndWhite

    var description: String {
        switch self {
        case .turnLeft: "turn left"
        case .turnRight: "turn right"
        case .crop(let part): "crop \(part.x),\(part.y),\(part.width),\(part.height)"
        case .blackAndWhite: "black and white"
        }
    }
}

/// A part of a picture in unit coordinates.
struct UnitRectangle: Codable, Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Nil unless it is inside the picture and not empty.
    init?(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= 1, y + height <= 1 else { return nil }
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Nil for a text other than four such numbers, separated by commas.
    init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { return nil }
        self.init(x, y, width, height)
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let numbers = try [.x, .y, .width, .height].map { try values.decode(Double.self, forKey: $0) }
        // Validates the recipe: another program may have put it into the library.
        guard let part = UnitRectangle(numbers[0], numbers[1], numbers[2], numbers[3]) else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not in the picture")
            throw DecodingError.dataCorrupted(context)
        }
        self = part
    }
}
