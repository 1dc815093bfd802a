import Photos

/// The outcome of a catch-up.
struct Report: Encodable, Equatable {
    /// The source of the changes.
    enum Basis: String, Encodable {
        /// The history since the last token.
        case changes
        /// A full fetch: the first run.
        case everything
        /// A full fetch: the token is expired or damaged.
        case tokenExpired
        /// A full fetch: the library cannot reconstruct the history.
        case detailsUnavailable
    }

    struct Entry: Encodable, Equatable {
        var name: String
        var file: String
        var isRedrawn: Bool
        var inserted: Int
        var deleted: Int
        var edited: Int
        var photos: Int

        init(_ collage: Collage, _ difference: Collage.Difference, isDrawn: Bool, file: URL) {
            name = collage.hike.name
            self.file = file.path
            isRedrawn = isDrawn
            inserted = difference.inserted
            deleted = difference.deleted
            edited = difference.edited
            photos = collage.photos.count
        }
    }

    var collages: [Entry]
    var basis: Basis
    /// The number of changes since the last run.
    var changes: Int
    var seconds: Double

    /// For people: one line per collage, and a summary.
    var lines: [String] {
        let redrawn = collages.count(where: \.isRedrawn)
        let reason =
            switch basis {
            case .changes: "after \(changes == 1 ? "1 change" : "\(changes) changes")"
            case .everything: "for the first time"
            case .tokenExpired: "after comparing everything, as the change token is not valid any more"
            case .detailsUnavailable: "after comparing everything, as the library lost track of its changes"
            }
        let time = Double(Int((seconds * 100).rounded())) / 100
        return collages.map(\.line) + ["\(redrawn) of \(collages.count) collages redrawn \(reason), in \(time) s"]
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension Report.Entry {
    fileprivate var line: String {
        guard isRedrawn else { return "unchanged \(name)" }
        let counts = "\(inserted) inserted, \(deleted) deleted, \(edited) edited"
        let photoCount = photos == 1 ? "1 photo" : "\(photos) photos"
        return "\(photos == 0 ? "removed" : "redrawn") \(name): \(counts) (\(photoCount))"
    }
}
