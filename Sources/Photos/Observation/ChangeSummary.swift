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
    /// The state that the summary leads to; nil when the library is away and nothing is known.
    private(set) var end: ChangeToken?

    /// Nothing, so far.
    init() {}

    /// Anything may have happened, up to a state.
    init(unknownUpTo end: ChangeToken) {
        isComplete = false
        self.end = end
    }

    var isEmpty: Bool { isComplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// Reads history from a token to its end.
    static func reading(since start: ChangeToken, from client: LibraryClient) -> ChangeSummary {
        var summary = ChangeSummary()
        do throws(LibraryError) {
            var token = start
            while true {
                let page = try client.history(since: token)
                summary.add(page)
                token.sequence = page.upTo
                summary.end = token
                if !page.hasMore { return summary }
            }
        } catch {
            guard error.code == .tokenExpired || error.code == .detailsUnavailable else { return summary }
            do throws(LibraryError) {
                summary.end = try client.currentToken()
                summary.isComplete = false
            } catch {
                summary.end = nil
            }
            return summary
        }
    }

    mutating func add(_ page: HistoryPage) {
        if !page.unavailable.isEmpty { isComplete = false }
        for index in 0..<page.objects.count {
            guard let kind = ObjectKind(rawValue: page.objectKinds[index]),
                let change = ChangeKind(rawValue: page.changeKinds[index])
            else { continue }
            add(change, LocalIdentifier(kind, page.objects[index]), ChangedFields(rawValue: page.fields[index]))
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
