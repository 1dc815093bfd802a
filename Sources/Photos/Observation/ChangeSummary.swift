import LibraryClient
import LibraryModel

/// What happened to which objects over a stretch of history, each object once.
struct ChangeSummary: Sendable {
    /// Objects that came and are still there.
    private(set) var inserted: Set<LocalIdentifier> = []
    /// Objects that changed, and in what.
    private(set) var updated: [LocalIdentifier: ChangedFields] = [:]
    private(set) var deleted: Set<LocalIdentifier> = []
    /// False where history could not tell everything: any object may have changed.
    private(set) var isComplete = true
    /// The state that the summary starts from; nil when it is not known.
    private(set) var start: ChangeToken?
    /// The state that the summary leads to; nil when the library is away and nothing is known.
    private(set) var end: ChangeToken?
    /// Why history could not be read to its end; nil when it was.
    private(set) var failure: LibraryError?

    /// Objects of one summary. More than that an app is not told one by one: it compares as a whole.
    static let maximumObjects = 50_000

    /// Nothing, so far.
    init(since start: ChangeToken? = nil) {
        self.start = start
    }

    /// Anything may have happened, up to a state.
    init(unknownUpTo end: ChangeToken) {
        isComplete = false
        self.end = end
    }

    /// The number of objects that are told.
    var count: Int { inserted.count + updated.count + deleted.count }

    var isEmpty: Bool { isComplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// Anything may have happened until now.
    static func unknown(upTo client: LibraryClient) -> ChangeSummary {
        do throws(LibraryError) { return ChangeSummary(unknownUpTo: try client.currentToken()) } catch {
            var summary = ChangeSummary()
            summary.failure = error
            return summary
        }
    }

    /// Reads history from a token to its end.
    static func reading(since start: ChangeToken, from client: LibraryClient) -> ChangeSummary {
        reading(client.historyReader(since: start)) { () throws(LibraryError) in try client.currentToken() }
    }

    static func reading(
        _ history: HistoryReader,
        currentToken: () throws(LibraryError) -> ChangeToken
    ) -> ChangeSummary {
        var history = history
        var summary = ChangeSummary(since: history.position)
        do throws(LibraryError) {
            while summary.count <= maximumObjects, let page = try history.next() {
                summary.add(page)
                summary.end = history.position
            }
            if !history.hasMore { return summary }
        } catch {
            guard error.code == .tokenExpired || error.code == .detailsUnavailable else {
                summary.failure = error
                return summary
            }
        }
        do throws(LibraryError) {
            return ChangeSummary(unknownUpTo: try currentToken())
        } catch {
            // The library is away, or shows nothing: what is known stays, and the rest is to be read again.
            summary.failure = error
            return summary
        }
    }

    /// Whether the summary tells all that happened to what was fetched from a state.
    func covers(_ state: ChangeToken) -> Bool {
        guard isComplete, let start, let end else { return false }
        return state.library == start.library && state.historyEpoch == start.historyEpoch
            && state.visibilityEpoch == start.visibilityEpoch && state.sequence >= start.sequence
            && state.sequence <= end.sequence
    }

    /// Whether anything happened to an object.
    func touches(_ identifier: LocalIdentifier) -> Bool {
        updated[identifier] != nil || inserted.contains(identifier) || deleted.contains(identifier)
    }

    /// The objects of a kind to which something happened.
    func touched(_ kind: ObjectKind) -> Set<LocalIdentifier> {
        var touched = Set(updated.keys.lazy.filter { $0.kind == kind })
        for identifier in inserted where identifier.kind == kind { touched.insert(identifier) }
        for identifier in deleted where identifier.kind == kind { touched.insert(identifier) }
        return touched
    }

    mutating func add(_ page: HistoryPage) {
        if !page.unavailable.isEmpty { isComplete = false }
        for row in 0..<page.objects.count {
            if let change = page.change(at: row) { add(change.kind, change.object, change.fields) }
        }
    }

    private mutating func add(_ change: ChangeKind, _ object: LocalIdentifier, _ fields: ChangedFields) {
        switch change {
        case .inserted:
            // Deleted and back again: what it was before may not be what it is now.
            if deleted.remove(object) != nil {
                updated[object] = ChangedFields(rawValue: .max)
            } else {
                inserted.insert(object)
            }
        case .updated:
            if !inserted.contains(object) { updated[object, default: []].formUnion(fields) }
        case .deleted:
            updated[object] = nil
            if inserted.remove(object) == nil { deleted.insert(object) }
        }
    }
}
