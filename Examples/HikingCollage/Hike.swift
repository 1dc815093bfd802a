import Photos

/// A hike and its dates. Its collage has the photos from `start` to `end`, inclusive.
struct Hike: Codable, Hashable, Sendable {
    var name: String
    var start: Date
    var end: Date

    func contains(_ date: Date) -> Bool { start <= date && date <= end }

    /// The filename of the hike's picture, made from its name.
    var pictureName: String {
        var name = String(self.name.map { $0 == "/" || $0.isNewline || $0 == "\0" ? "-" : $0 })
        if name.hasPrefix(".") { name = "_" + name.dropFirst() }
        while name.utf8.count > Hike.maximumPictureNameLength { name.removeLast() }
        return name + ".jpg"
    }

    /// The longest name in bytes. File systems allow 255, and an atomic write needs some for its temporary name.
    private static let maximumPictureNameLength = 200
}

/// Reads the hikes of a file, whose pictures must have different names.
struct HikeList {
    var hikes: [Hike]

    init(_ hikes: [Hike]) throws(HikeListError) {
        var names: Set<String> = []
        for hike in hikes {
            guard !hike.name.allSatisfy(\.isWhitespace) else {
                throw HikeListError(message: "a hike has no name")
            }
            guard hike.start <= hike.end else {
                throw HikeListError(message: "\"\(hike.name)\" ends before it starts")
            }
            guard names.insert(hike.pictureName).inserted else {
                throw HikeListError(message: "two hikes would both be drawn as \"\(hike.pictureName)\"")
            }
        }
        self.hikes = hikes
    }

    init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            try self.init(try decoder.decode([Hike].self, from: json))
        } catch let error as DecodingError {
            throw HikeListError(error)
        }
    }

    init(contentsOf file: URL) throws {
        do {
            try self.init(json: try Data(contentsOf: file))
        } catch {
            throw HikeListError(message: "the hikes in \(file.path) cannot be used: \(error.localizedDescription)")
        }
    }

    /// Encodes the list for a file.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(hikes)
    }

    /// The days with the most photos as hikes, in chronological order.
    init(busiestDaysOf dates: some Sequence<Date>, count: Int, calendar: Calendar) throws(HikeListError) {
        let days = Dictionary(grouping: dates) { calendar.startOfDay(for: $0) }
        let busiest = days.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(count)
        let hikes = busiest.sorted { $0.key < $1.key }.compactMap { day, dates -> Hike? in
            guard let first = dates.min(), let last = dates.max() else { return nil }
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            let name = [parts.year, parts.month, parts.day].map { twoDigits($0 ?? 0) }.joined(separator: "-")
            // The file's ISO 8601 dates have whole seconds.
            return Hike(name: "Hike of \(name)", start: first.rounded(.down), end: last.rounded(.up))
        }
        try self.init(hikes)
    }
}

/// An invalid list of hikes, and why.
struct HikeListError: LocalizedError, Equatable {
    var message: String
    var errorDescription: String? { message }
}

extension HikeListError {
    fileprivate init(_ error: DecodingError) {
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "not a list of hikes")
            }
        let place = context.codingPath.map { $0.intValue.map { "hike \($0 + 1)" } ?? $0.stringValue }
        let missing = if case .keyNotFound(let key, _) = error { [key.stringValue] } else { [String]() }
        let path = place + missing
        self.init(message: (path.isEmpty ? "" : path.joined(separator: ", ") + ": ") + context.debugDescription)
    }
}

extension Date {
    fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(rule))
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
