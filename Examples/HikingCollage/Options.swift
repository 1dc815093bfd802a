import Photos

/// What the command line asks for.
struct Options: Equatable {
    enum Task: Equatable {
        case collages(hikes: URL, state: URL, output: URL, watches: Bool)
        case suggestHikes(count: Int)
    }

    var task: Task
    var printsJSON = false

    static let usage = """
        usage: HikingCollage --hikes FILE.json --state FILE --output DIR [--watch] [--json]
               HikingCollage --suggest-hikes N

          --hikes FILE       the hikes: [{"name": "...", "start": "2026-06-14T08:00:00Z", "end": "..."}, ...]
          --state FILE       where to keep what was drawn and up to which change; made at the first start
          --output DIR       where the collages go, one JPEG file a hike
          --watch            stay, and follow changes until interrupted
          --json             print one JSON object instead of lines
          --suggest-hikes N  print a hikes file made of the N days with the most photos
        """

    init(_ arguments: [String]) throws(UsageError) {
        var paths: [String: URL] = [:]
        var suggestions: Int?
        var watches = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--watch": watches = true
            case "--json": printsJSON = true
            case "--hikes", "--state", "--output":
                guard let path = rest.popFirst(), !path.isEmpty else {
                    throw UsageError(message: "\(argument) needs a path")
                }
                paths[argument] = URL(fileURLWithPath: path)
            case "--suggest-hikes":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
                    throw UsageError(message: "--suggest-hikes needs a number above zero")
                }
                suggestions = number
            default: throw UsageError(message: "what is \(argument)?")
            }
        }
        if let suggestions {
            guard paths.isEmpty, !watches else { throw UsageError(message: "--suggest-hikes goes alone") }
            task = .suggestHikes(count: suggestions)
            return
        }
        guard let hikes = paths["--hikes"], let state = paths["--state"], let output = paths["--output"] else {
            throw UsageError(message: "--hikes, --state and --output are needed")
        }
        task = .collages(hikes: hikes, state: state, output: output, watches: watches)
    }
}

/// A command line that makes no sense.
struct UsageError: Error, Equatable {
    var message: String
}
