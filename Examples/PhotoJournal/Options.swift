import PhotosUI

/// The command line.
struct Options: Equatable {
    enum Command: Equatable {
        case new(String)
        case list
        case choose
    }

    static let usage = """
        usage: PhotoJournal --journal FILE new TEXT...
               PhotoJournal --journal FILE list
               PhotoJournal --journal FILE choose

          --journal FILE  where the entries are; made with the first
          choose          asks which photo is meant, where several have the content
        """

    var journal: URL
    var command: Command

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        guard rest.popFirst() == "--journal", let path = rest.popFirst(), !path.isEmpty else {
            throw UsageError(message: "--journal FILE is missing")
        }
        journal = URL(fileURLWithPath: path)
        switch rest.popFirst() {
        case "new" where !rest.isEmpty: command = .new(rest.joined(separator: " "))
        case "new": throw UsageError(message: "an entry has a text")
        case "list" where rest.isEmpty: command = .list
        case "choose" where rest.isEmpty: command = .choose
        default: throw UsageError(message: "new, list or choose?")
        }
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    var message: String
}
