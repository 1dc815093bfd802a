/// What an app changed, with what was there before. The person's own tools are told.
package struct AppChanges: Hashable, Sendable {
    /// The newest first.
    package var transactions: [AppTransaction] = []
    /// There are earlier ones.
    package var hasMore = false

    /// Transactions of one page.
    package static let maximumTransactions = 100
    /// Changes that are listed with each of them, and with one that is asked for alone.
    package static let maximumListed = 100
    package static let maximumListedAlone = 10_000

    package init() {}
}

/// One block of an app's changes.
package struct AppTransaction: Hashable, Sendable {
    package var sequence: UInt64
    /// Microseconds since 1970.
    package var time: Int64
    /// How many assets, albums and folders together.
    package var insertedCount: Int
    package var updatedCount: Int
    package var deletedCount: Int
    /// What was there before, as far as it is kept: the first of it.
    package var changes: [FieldChange] = []
    /// How much of it is kept.
    package var keptCount: Int

    package init(
        sequence: UInt64,
        time: Int64,
        insertedCount: Int,
        updatedCount: Int,
        deletedCount: Int,
        changes: [FieldChange] = [],
        keptCount: Int
    ) {
        self.sequence = sequence
        self.time = time
        self.insertedCount = insertedCount
        self.updatedCount = updatedCount
        self.deletedCount = deletedCount
        self.changes = changes
        self.keptCount = keptCount
    }
}

/// One field of one object that an app changed.
package struct FieldChange: Hashable, Sendable {
    /// Raw values are on the wire.
    package enum Standing: UInt32, Hashable, Sendable, CaseIterable {
        /// It is as the app left it, and can be taken back.
        case asLeft = 1
        /// It was changed again since.
        case changedSince = 2
        /// It is as it was before the app changed it.
        case asBefore = 3
        /// The object, or what the field was about, is not there any more.
        case gone = 4
    }

    package var object: LocalIdentifier
    /// One field; none: whether the object is there.
    package var field: ChangedFields
    /// Of an album's members, the one that is meant.
    package var member: ObjectID?
    package var former: FieldValue
    package var present: FieldValue
    package var standing: Standing

    package init(
        _ object: LocalIdentifier,
        _ field: ChangedFields,
        member: ObjectID? = nil,
        former: FieldValue,
        present: FieldValue,
        _ standing: Standing
    ) {
        self.object = object
        self.field = field
        self.member = member
        self.former = former
        self.present = present
        self.standing = standing
    }
}

/// What is in a field, to be shown.
package enum FieldValue: Hashable, Sendable {
    /// No title, no place, not a favourite, not a member; at the top level.
    case nothing
    /// Dates in microseconds since 1970, ratings; 1 for what is a favourite, hidden, a member, or there.
    case number(Int64)
    case place(Coordinate)
    /// No more than the first `maximumShown` characters.
    case text(String)
    /// No more than the first `maximumShownTexts`.
    case texts([String])
    /// The folder that an album or folder is in.
    case folder(ObjectID)

    package static let maximumShown = 1_024
    package static let maximumShownTexts = 64
}

/// Which of an app's changes are taken back.
package struct UndoRequest: Hashable, Sendable {
    package var app: String
    /// Only what it did then or later; microseconds since 1970.
    package var since: Int64?
    /// Only this transaction.
    package var transaction: UInt64?
    /// Only these, at most `maximumObjects`.
    package var objects: [LocalIdentifier]?
    /// Also what was changed again since.
    package var forces: Bool
    /// What the result before said; nil to begin.
    package var position: UInt64?

    package static let maximumObjects = 10_000

    package init(
        app: String,
        since: Int64? = nil,
        transaction: UInt64? = nil,
        objects: [LocalIdentifier]? = nil,
        forces: Bool = false
    ) {
        self.app = app
        self.since = since
        self.transaction = transaction
        self.objects = objects
        self.forces = forces
    }
}

/// What was taken back.
package struct UndoResult: Hashable, Sendable {
    /// What is as it was before.
    package var objects: [LocalIdentifier] = []
    /// What was left as it is.
    package var conflicts: [FieldChange] = []
    /// Go on from here; nil when nothing is left.
    package var next: UInt64?

    package init() {}
}
