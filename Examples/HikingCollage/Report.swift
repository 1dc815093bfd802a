import Photos

/// What a catch-up did.
struct Report: Encodable, Equatable {
    /// From what the program learned what is to be done.
    enum Basis: String, Encodable {
        /// From the changes since its last token.
        case changes
        /// By fetching everything: at the first start.
        case everything
        /// By fetching everything: the library does not know the token any more, or it was damaged.
        case tokenExpired
        /// By fetching everything: the library cannot tell what happened since.
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
    /// How many changes of the library there were since the last time.
    var changes: Int
    var seconds: Double

    /// For people: a line a collage, and one about all of them.
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
        return
            "\(photos == 0 ? "removed" : "redrawn") \(name): \(counts) (\(photos == 1 ? "1 photo" : "\(photos) photos"))"
    }
}
