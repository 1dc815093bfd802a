import LibraryClient
import LibraryModel

/// The net changes of a range of history, each object once.
struct ChangeSummary: Sendable {
    /// Objects that were added and still exist.
    private(set) var inserted: Set<LocalIdentifier> = []
    /// Objects that changed, with the changed fields.
    private(set) var updated: [LocalIdentifier: ChangedFields] = [:]
    private(set) var deleted: Set<LocalIdentifier> = []
    /// False when the history has gaps: any object may have changed.
    private(set) var isComplete = true
    /// The token before the range; nil when unknown.
    private(set) var start: ChangeToken?
    /// The token after the range; nil when nothing could be read.
    private(set) var end: ChangeToken?
    /// Why the history could not be read to its end; nil when it was.
    private(set) var failure: LibraryError?

    /// Objects of one summary. With more, the app compares whole fetch results.
    static let maximumObjects = 50_000

    /// An empty summary.
    init(since start: ChangeToken? = nil) {
        self.start = start
    }

    /// Anything may have changed up to a token.
    init(unknownUpTo end: ChangeToken) {
        isComplete = false
        self.end = end
    }

    /// The number of changed objects.
    var count: Int { inserted.count + updated.count + deleted.count }

    var isEmpty: Bool { isComplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// Anything may have changed until now.
    static func unknown(upTo client: LibraryClient) -> ChangeSummary {
        do throws(LibraryError) { return ChangeSummary(unknownUpTo: try client.currentToken()) } catch {
            var summary = ChangeSummary()
            summary.failure = error
            return summary
        }
    }

    /// Reads the history from a token to its end.
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
            // The library is unreachable or denies access: keeps what was read; the rest is read again.
            summary.failure = error
            return summary
        }
    }

    /// Whether the summary has all changes to what was fetched at a token.
    func covers(_ state: ChangeToken) -> Bool {
        guard isComplete, let start, let end else { return false }
        return state.library == start.library && state.historyEpoch == start.historyEpoch
            && state.visibilityEpoch == start.visibilityEpoch && state.sequence >= start.sequence
            && state.sequence <= end.sequence
    }

    /// Whether an object changed in any way.
    func touches(_ identifier: LocalIdentifier) -> Bool {
        updated[identifier] != nil || inserted.contains(identifier) || deleted.contains(identifier)
    }

    /// The objects of a kind that changed in any way.
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
            // Deleted and restored: every field may differ.
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
