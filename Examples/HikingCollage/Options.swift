import Photos

/// The command line.
struct Options: Equatable {
    enum Task: Equatable {
        case collages(hikes: URL, state: URL, output: URL, watches: Bool)
        case suggestHikes(count: Int)
        case list(hike: String, state: URL)
    }

    var task: Task
    var printsJSON = false

    static let usage = """
        usage: HikingCollage --hikes FILE.json --state FILE --output DIR [--watch] [--json]
               HikingCollage --suggest-hikes N
               HikingCollage --list HIKE --state FILE

          --hikes FILE       the hikes: [{"name": "...", "start": "2026-06-14T08:00:00Z", "end": "..."}, ...]
          --state FILE       where to keep what was drawn and up to which change; made at the first start
          --output DIR       where the collages go, one JPEG file a hike
          --watch            stay, and follow changes until interrupted
          --json             print one JSON object instead of lines
          --suggest-hikes N  print a hikes file made of the N days with the most photos
          --list HIKE        print the identifiers of the photos on a collage
        """

    init(_ arguments: [String]) throws(UsageError) {
        var values: [String: String] = [:]
        var watches = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--watch": watches = true
            case "--json": printsJSON = true
            case "--hikes", "--state", "--output", "--suggest-hikes", "--list":
                guard let value = rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(argument) needs a value")
                }
                values[argument] = value
            default: throw UsageError(message: "what is \(argument)?")
            }
        }
        let files = values.mapValues { URL(fileURLWithPath: $0) }
        if let text = values["--suggest-hikes"], values.count == 1, !watches {
            guard let count = Int(text), count > 0 else {
                throw UsageError(message: "--suggest-hikes needs a number above zero")
            }
            task = .suggestHikes(count: count)
        } else if let hike = values["--list"], let state = files["--state"], values.count == 2, !watches {
            task = .list(hike: hike, state: state)
        } else if let hikes = files["--hikes"], let state = files["--state"], let output = files["--output"],
            values.count == 3
        {
            task = .collages(hikes: hikes, state: state, output: output, watches: watches)
        } else {
            throw UsageError(message: "these options do not go together")
        }
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    var message: String
}
