/// The command line.
struct Options: Equatable {
    enum Task: Equatable {
        case edit([Step])
        case show
        case revert
    }

    var identifier = ""
    var task: Task

    static let usage = """
        usage: Editor ID [--turn left | --turn right | --crop X,Y,WIDTH,HEIGHT | --black-and-white]...
               Editor ID --show | --revert

          --turn left|right        turn the picture by 90 degrees
          --crop X,Y,WIDTH,HEIGHT  keep this part, told as 0 to 1 of the picture as it is now
          --black-and-white        take the colours out
          --show                   print the steps of the edit so far
          --revert                 take the edit back
        """

    init(_ arguments: [String]) throws(UsageError) {
        var steps: [Step] = []
        var task: Task?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--turn":
                switch rest.popFirst() {
                case "left": steps.append(.turnLeft)
                case "right": steps.append(.turnRight)
                default: throw UsageError(message: "--turn is left or right")
                }
            case "--crop":
                guard let text = rest.popFirst(), let part = UnitRectangle(text) else {
                    throw UsageError(message: "--crop is X,Y,WIDTH,HEIGHT, each from 0 to 1 and inside the picture")
                }
                steps.append(.crop(part))
            case "--black-and-white": steps.append(.blackAndWhite)
            case "--show" where task == nil: task = .show
            case "--revert" where task == nil: task = .revert
            case _ where argument.hasPrefix("-"): throw UsageError(message: "what is \(argument)?")
            case _ where identifier.isEmpty: identifier = argument
            default: throw UsageError(message: "one photo at a time")
            }
        }
        guard !identifier.isEmpty else { throw UsageError(message: "which photo?") }
        guard (task == nil) != steps.isEmpty else {
            throw UsageError(message: steps.isEmpty ? "what is to be done?" : "steps, or one of --show and --revert")
        }
        self.task = task ?? .edit(steps)
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    var message: String
}
