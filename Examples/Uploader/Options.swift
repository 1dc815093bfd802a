import Photos

/// The command line.
struct Options: Equatable {
    static let usage = """
        usage: Uploader [--to URL]

          --to URL  sends all photos there, each as URL/NAME; without it, those that are new since the last time
        """

    /// Nil for the one of the last time.
    var destination: URL?

    init(_ arguments: [String]) throws(UsageError) {
        switch arguments.count {
        // The library starts the program with this argument.
        case 0,
            1 where arguments == ["--process-upload-jobs"]:
            return
        case 2 where arguments[0] == "--to":
            guard let url = URL(string: arguments[1]), ["http", "https"].contains(url.scheme), url.host != nil else {
                throw UsageError(message: "\(arguments[1]) is no URL of a server")
            }
            destination = url
        default: throw UsageError(message: "unknown arguments")
        }
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    var message: String
}
