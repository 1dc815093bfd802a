import PhotosUI

/// The command line.
struct Options: Equatable {
    static let usage = """
        usage: PickPhotos --into FOLDER [--only KIND]... [--without KIND]... [--limit N] [--ordered] [--compatible]

          --into FOLDER   where the copies go; made at the first start
          --only KIND     offer these alone: images, videos, live, screenshots, panoramas, bursts
          --without KIND  offer none of these
          --limit N       how many can be picked; 0 for any number (0)
          --ordered       keep the order of selection
          --compatible    make JPEG of what few programs can read
        """

    private static let kinds: [String: PHPickerFilter] = [
        "images": .images, "videos": .videos, "live": .livePhotos, "screenshots": .screenshots,
        "panoramas": .panoramas, "bursts": .bursts,
    ]

    var folder: URL
    var only: [PHPickerFilter] = []
    var without: [PHPickerFilter] = []
    var limit = 0
    var isOrdered = false
    var isCompatible = false

    init(_ arguments: [String]) throws(UsageError) {
        var folder: URL?
        var rest = arguments[...]
        func value() throws(UsageError) -> String {
            guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError(message: "a value is missing") }
            return value
        }
        func kind() throws(UsageError) -> PHPickerFilter {
            let name = try value()
            guard let filter = Options.kinds[name] else { throw UsageError(message: "what kind is \(name)?") }
            return filter
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--into": folder = URL(fileURLWithPath: try value(), isDirectory: true)
            case "--only": only.append(try kind())
            case "--without": without.append(try kind())
            case "--limit":
                guard let number = Int(try value()), number >= 0 else {
                    throw UsageError(message: "--limit needs a number")
                }
                limit = number
            case "--ordered": isOrdered = true
            case "--compatible": isCompatible = true
            default: throw UsageError(message: "what is \(argument)?")
            }
        }
        guard let folder else { throw UsageError(message: "--into is missing") }
        self.folder = folder
    }

    /// The filter; nil for all kinds.
    var filter: PHPickerFilter? {
        var parts = without.map { PHPickerFilter.not($0) }
        if !only.isEmpty { parts.append(.any(of: only)) }
        return parts.isEmpty ? nil : .all(of: parts)
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    var message: String
}
