internal import LibraryClient
package import LibraryModel
package import PhotoSearch

/// A cache of the photos in view, so that the screen is drawn without waiting for the library.
package struct PhotoLookup: Sendable {
    /// The photos in view, to be looked up.
    package struct Wanted: Hashable, Sendable {
        package var assets: [ObjectID]
        package var hints: [RowHint]
        /// The photo whose details are wanted too.
        package var focused: ObjectID?

        package init(assets: [ObjectID] = [], hints: [RowHint] = [], focused: ObjectID? = nil) {
            self.assets = assets
            self.hints = hints
            self.focused = focused
        }
    }

    package enum Row: Hashable, Sendable {
        case there(PhotoRow)
        /// It has been deleted since it was found.
        case gone
    }

    package struct Answer: Sendable {
        package var rows: [ObjectID: Row] = [:]
        package var facts: [ObjectID: PhotoFacts] = [:]

        package init() {}
    }

    /// Photos in the cache. With more, it keeps only those of the last answer.
    package static let maximumCount = 2_000

    private var known = Answer()

    package init() {}

    package func row(_ asset: ObjectID) -> Row? { known.rows[asset] }

    /// Nil when it is not known yet, or the photo is gone.
    package func facts(_ asset: ObjectID) -> PhotoFacts? { known.facts[asset] }

    package mutating func take(_ answer: Answer) {
        if known.rows.count + answer.rows.count > PhotoLookup.maximumCount { known = Answer() }
        known.rows.merge(answer.rows) { $1 }
        known.facts.merge(answer.facts) { $1 }
    }
}

extension PhotoFinder {
    /// Looks up the photos in view.
    package func look(at wanted: PhotoLookup.Wanted) throws(LibraryError) -> PhotoLookup.Answer {
        let found = FetchedIdentifiers(wanted.assets, hints: wanted.hints, kinds: .all(.asset))
        let rows = try rows(found, 0..<found.count)
        var answer = PhotoLookup.Answer()
        for (asset, row) in zip(wanted.assets, rows) { answer.rows[asset] = row.map { .there($0) } ?? .gone }
        guard let focused = wanted.focused, case .there(let row)? = answer.rows[focused],
            let details = try details([focused]).first, details.exists
        else { return answer }
        answer.facts[focused] = PhotoFacts(row, details)
        return answer
    }
}
