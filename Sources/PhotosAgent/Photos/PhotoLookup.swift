internal import LibraryClient
package import LibraryModel

/// What is known of photos in view, as far as it has been asked for: the screen is drawn without waiting for it.
package struct PhotoLookup: Sendable {
    /// What is in view and to be looked up.
    package struct Wanted: Hashable, Sendable {
        package var assets: [ObjectID]
        package var hints: [RowHint]
        /// The photo of which all is wanted.
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

    /// Photos that are remembered; when there are more, all but those of the last answer are forgotten.
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
