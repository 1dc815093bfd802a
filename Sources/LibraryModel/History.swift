/// What happened to an object. Raw values are on the wire and in the database.
package enum ChangeKind: UInt8, Sendable {
    case inserted = 1
    case updated = 2
    case deleted = 3
}

/// Which of an object's fields an update touched. Bits are on the wire and in the database.
package struct ChangedFields: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let creationDate = ChangedFields(rawValue: 1 << 0)
    package static let location = ChangedFields(rawValue: 1 << 1)
    package static let favorite = ChangedFields(rawValue: 1 << 2)
    package static let hidden = ChangedFields(rawValue: 1 << 3)
    package static let rating = ChangedFields(rawValue: 1 << 4)
    /// The pixels: an edit was made or reverted.
    package static let content = ChangedFields(rawValue: 1 << 5)
    package static let keywords = ChangedFields(rawValue: 1 << 6)
    package static let caption = ChangedFields(rawValue: 1 << 7)
    package static let title = ChangedFields(rawValue: 1 << 8)
    /// Members came, went or moved.
    package static let members = ChangedFields(rawValue: 1 << 9)
    /// The collection went into another folder, or to another place at the top level.
    package static let parent = ChangedFields(rawValue: 1 << 10)
    /// A member of an album was hidden, shown or given another date: the album's number of visible members and their
    /// first and last dates may have changed.
    package static let summary = ChangedFields(rawValue: 1 << 11)
    /// The photo became its burst's representative, or ceased to be.
    package static let burst = ChangedFields(rawValue: 1 << 12)

    /// What is in an album or folder, beside its own properties.
    package static let inside: ChangedFields = [.members, .summary]
}

/// Who made a transaction, as far as the asker may know: apps do not learn each other's identities. Raw values are on
/// the wire.
package enum ChangeAuthor: UInt8, Hashable, Sendable, CaseIterable {
    /// The transaction is lost, or the server does not say.
    case unknown = 0
    /// The app that asks.
    case asker = 1
    /// The person, with their own tools.
    case person = 2
    case anotherApp = 3
    /// It arrived from another machine of the person's.
    case anotherDevice = 4
}

/// One page of history, in columns: transactions, and the changes of each in turn.
package struct HistoryPage: Sendable {
    /// Rising.
    package var sequences: [UInt64] = []
    /// Microseconds since 1970, of each transaction.
    package var times: [Int64] = []
    /// How many entries of the change columns belong to each transaction.
    package var changeCounts: [UInt32] = []
    /// Positions in `sequences` of transactions whose details cannot be rebuilt.
    package var unavailable: [UInt32] = []
    /// `ChangeAuthor` raw values, of each transaction.
    package var authors: [UInt8] = []
    /// Identities of the apps of this page, for the owner's tools only.
    package var apps: [String] = []
    /// For each transaction the position of its app in `apps`, counted from 1, or 0 for none. Empty if `apps` is.
    package var appPositions: [UInt32] = []

    /// `ObjectKind` raw values.
    package var objectKinds: [UInt8] = []
    /// `ChangeKind` raw values.
    package var changeKinds: [UInt8] = []
    package var objects: [ObjectID] = []
    /// `ChangedFields` raw values.
    package var fields: [UInt32] = []

    /// Where to continue: the state up to which this page is complete.
    package var next: ChangeToken
    /// Whether there is more behind `next`.
    package var hasMore = false

    /// An empty page, which continues at `token`.
    package init(since token: ChangeToken) { next = token }

    /// The sequence of `next`.
    package var upTo: UInt64 {
        get { next.sequence }
        set { next.sequence = newValue }
    }

    /// Who made a transaction; `unknown` for values of later versions.
    package func author(of position: Int) -> ChangeAuthor {
        guard position < authors.count else { return .unknown }
        return ChangeAuthor(rawValue: authors[position]) ?? .unknown
    }

    /// The identity of the app that made a transaction; nil for apps, which do not learn it.
    package func app(of position: Int) -> String? {
        guard position < appPositions.count, appPositions[position] > 0 else { return nil }
        return apps[Int(appPositions[position]) - 1]
    }

    /// The most changes of one page, unless one transaction alone has more: about 22 bytes each, toward 64 KiB.
    package static let maximumChanges = 2_048
}
