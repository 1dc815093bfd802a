internal import LibraryClient
package import LibraryModel

/// A cache of what was looked up of the photos in view: the screen is drawn without waiting for the library.
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

    /// Photos in the cache; when there would be more, it keeps only those of the last answer.
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
