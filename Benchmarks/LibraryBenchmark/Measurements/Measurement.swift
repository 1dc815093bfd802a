import LibraryClient
import LibraryModel
import LinuxSystem
import Photos

/// One measurement through the public client, in a process of its own: what an app would do, and how long it takes.
///
/// The answer is one line of numbers. Measurements that have a floor in C answer with milliseconds and a checksum,
/// which must be that of the floor: both did the same work.
struct Measurement {
    let socket: String

    func run(_ what: String, _ arguments: [String]) throws -> String {
        let arguments = Arguments(arguments)
        switch what {
        case "calls":
            return try calls(
                clients: arguments.integer(0),
                replySize: arguments.integer(1),
                seconds: arguments.real(2)
            )
        case "status": return try statusCalls(seconds: arguments.real(0))
        case "count-kind": return try timed(arguments.integer(0), countOfKind)
        case "count-range": return try timed(arguments.integer(0), countOfRange)
        case "latest": return try timed(arguments.integer(0), latestPhotos)
        case "first": return try timed(arguments.integer(0), firstPhotos)
        case "fetch-kind": return try timed(arguments.integer(0), allVideos)
        case "lookups":
            let identifiers = try Measurement.lines(of: arguments.text(0))
            return try timed(arguments.integer(1)) { try lookUp(identifiers) }
        case "iterate": return try timed(arguments.integer(0), iterate)
        case "ends": return try timed(arguments.integer(0), ends)
        case "result-size": return try bytesOfResult()
        case "changes":
            let token = try token(at: arguments.integer(0))
            return try timed(arguments.integer(1)) { try changes(since: token) }
        case "commits":
            return try commits(
                clients: arguments.integer(0),
                seconds: arguments.real(1),
                Measurement.lines(of: arguments.text(2))
            )
        case "largest-blocks": return try largestBlocks(repeats: arguments.integer(0))
        case "write": try write(Measurement.lines(of: arguments.text(0)))
        case "details": return try details(of: arguments.integer(0), repeats: arguments.integer(1))
        case "events": return try events(Measurement.lines(of: arguments.text(0)), count: arguments.integer(1))
        case "thumbnail-files": return try thumbnailFiles(seconds: arguments.real(0))
        case "originals": return try originals(isRead: arguments.text(0) == "read", seconds: arguments.real(1))
        case "picture":
            return try picture(
                side: arguments.integer(0),
                isStored: arguments.text(1) == "stored",
                repeats: arguments.integer(2)
            )
        case "observe": try observe()
        case "stream": return try streamUntilDenied()
        case "pulse": return try pulse(seconds: arguments.real(0))
        case "pages": return try pagesUntilDenied()
        default: throw BenchmarkError("there is no measurement \(what)")
        }
    }

    /// Does the work once to warm up and then `repeats` times: the median in milliseconds, and the work's checksum.
    func timed(_ repeats: Int, _ work: () throws -> Int) throws -> String {
        let checksum = try work()
        var times: [Double] = []
        for _ in 0..<repeats {
            let start = MonotonicClock.now()
            let again = try work()
            times.append(Double(MonotonicClock.now() - start) / 1e6)
            guard again == checksum else { throw BenchmarkError("the library changes while it is measured") }
        }
        return "\(times.median) \(checksum)"
    }

    static func lines(of path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// What a measurement was asked with.
    private struct Arguments {
        private let values: [String]

        init(_ values: [String]) { self.values = values }

        func text(_ position: Int) throws -> String {
            guard position < values.count else { throw BenchmarkError("an argument is missing") }
            return values[position]
        }

        func integer(_ position: Int) throws -> Int {
            guard let value = Int(try text(position)) else { throw BenchmarkError("an argument is no number") }
            return value
        }

        func real(_ position: Int) throws -> Double {
            guard let value = Double(try text(position)) else { throw BenchmarkError("an argument is no number") }
            return value
        }
    }
}

extension [Double] {
    /// 0 for none.
    var median: Double { percentile(0.5) }

    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.min(Int(Double(count) * share), count - 1)]
    }
}
