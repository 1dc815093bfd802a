internal import LibraryClient
internal import LibraryModel

/// What is known of photos in view, as far as it has been asked for: the screen is drawn without waiting for it.
struct PhotoLookup {
    /// What is in view and to be looked up.
    struct Wanted: Hashable, Sendable {
        var assets: [ObjectID] = []
        var hints: [RowHint] = []
        /// The photo of which all is wanted.
        var focused: ObjectID?
    }

    enum Row: Hashable, Sendable {
        case there(PhotoRow)
        /// It has been deleted since it was found.
        case gone
    }

    struct Answer: Sendable {
        var rows: [ObjectID: Row] = [:]
        var facts: [ObjectID: PhotoFacts] = [:]
    }

    /// Photos that are remembered; when there are more, all but those of the last answer are forgotten.
    static let maximumCount = 2_000

    private var known = Answer()

    func row(_ asset: ObjectID) -> Row? { known.rows[asset] }

    /// Nil when it is not known yet, or the photo is gone.
    func facts(_ asset: ObjectID) -> PhotoFacts? { known.facts[asset] }

    mutating func take(_ answer: Answer) {
        if known.rows.count + answer.rows.count > PhotoLookup.maximumCount { known = Answer() }
        known.rows.merge(answer.rows) { $1 }
        known.facts.merge(answer.facts) { $1 }
    }
}
