/// A page of the changes of an app, or of the person, with their previous values, for the owner's tools.
package struct AppChanges: Hashable, Sendable {
    /// Newest first.
    package var transactions: [AppTransaction] = []
    /// Whether earlier ones follow.
    package var hasMore = false

    /// Transactions of one page.
    package static let maximumTransactions = 100
    /// Changes listed with each transaction, and with one that is requested alone.
    package static let maximumListed = 100
    package static let maximumListedAlone = 10_000

    package init() {}
}

/// One change block of an app.
package struct AppTransaction: Hashable, Sendable {
    package var sequence: UInt64
    /// Microseconds since 1970.
    package var time: Int64
    /// The number of changed assets, albums and folders.
    package var insertedCount: Int
    package var updatedCount: Int
    package var deletedCount: Int
    /// The first of the kept changes.
    package var changes: [FieldChange] = []
    /// The number of kept changes.
    package var keptCount: Int
    /// Of an undo, the transaction that it undid, or 0 for several, or for a part of one; else nil.
    package var undoes: UInt64?

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
        /// Still as the app left it: can be undone.
        case asLeft = 1
        /// Changed again since.
        case changedSince = 2
        /// As before the app's change.
        case asBefore = 3
        /// The object, or the field's subject, no longer exists.
        case gone = 4
    }

    package var object: LocalIdentifier
    /// One field; empty for the object's existence.
    package var field: ChangedFields
    /// The member, for a field of an album's members.
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

/// A field's value, for display.
package enum FieldValue: Hashable, Sendable {
    /// No title, no place, not a favourite, not a member; at the top level.
    case nothing
    /// Dates in microseconds since 1970, ratings; 1 for a favourite, hidden or existing object, and for a member.
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

/// Which changes of an app, or of the person, to undo.
package struct UndoRequest: Hashable, Sendable {
    /// Nil for the person's own tools.
    package var app: String?
    /// Only changes since then, in microseconds since 1970.
    package var since: Int64?
    /// Only this transaction.
    package var transaction: UInt64?
    /// Only of these objects, at most `maximumObjects`.
    package var objects: [LocalIdentifier]?
    /// Also fields that were changed again since.
    package var forces: Bool
    /// `next` of the previous result; nil to begin.
    package var position: UInt64?

    package static let maximumObjects = 10_000

    package init(
        app: String?,
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

    /// Throws `limitExceeded` for too many objects.
    package func check() throws(LibraryError) {
        guard objects?.count ?? 0 <= UndoRequest.maximumObjects else {
            throw LibraryError(.limitExceeded, "at most \(UndoRequest.maximumObjects) objects can be named at once")
        }
    }
}

/// The result of a step of undo.
package struct UndoResult: Hashable, Sendable {
    /// What was restored.
    package var objects: [LocalIdentifier] = []
    /// What was skipped.
    package var conflicts: [FieldChange] = []
    /// Where to continue; nil at the end.
    package var next: UInt64?

    package init() {}
}
