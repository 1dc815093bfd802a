package import LibraryModel

/// Reads history page by page, from a token to its end. The only place that knows how pages follow each other.
package struct HistoryReader: Sendable {
    package typealias Read = @Sendable (ChangeToken) throws(LibraryError) -> HistoryPage

    /// A page, and the reader that continues after it.
    package struct Step: Sendable {
        package let page: HistoryPage
        package let rest: HistoryReader
    }

    /// The token up to which history was read.
    package private(set) var position: ChangeToken
    /// Whether more pages follow; true before the first.
    package private(set) var hasMore = true
    private let read: Read

    package init(since position: ChangeToken, _ read: @escaping Read) {
        self.position = position
        self.read = read
    }

    /// Reads the next page without advancing this reader. Throws when the page makes no progress.
    package func step() throws(LibraryError) -> Step {
        let page = try read(position)
        guard page.upTo > position.sequence || !page.hasMore else {
            throw LibraryError(.protocolViolation, "a page of history makes no progress")
        }
        var rest = self
        rest.position = page.next
        rest.hasMore = page.hasMore
        return Step(page: page, rest: rest)
    }

    /// Reads the next page. Returns nil after the last.
    package mutating func next() throws(LibraryError) -> HistoryPage? {
        guard hasMore else { return nil }
        let step = try step()
        self = step.rest
        return step.page
    }
}

extension LibraryClient {
    /// A reader of the history after `token`, restricted by a filter.
    package func historyReader(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter()
    ) -> HistoryReader {
        HistoryReader(since: token) { [self] token throws(LibraryError) in try history(since: token, matching: filter) }
    }
}
