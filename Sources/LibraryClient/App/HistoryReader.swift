package import LibraryModel

/// Reads history from a state on, page by page, as far as it goes. The one place that knows how pages follow each
/// other.
package struct HistoryReader: Sendable {
    package typealias Read = @Sendable (ChangeToken) throws(LibraryError) -> HistoryPage

    /// A page, and the reader that goes on behind it.
    package struct Step: Sendable {
        package let page: HistoryPage
        package let rest: HistoryReader
    }

    /// Up to where it was read.
    package private(set) var position: ChangeToken
    /// Whether there is more behind the last page; true before the first.
    package private(set) var hasMore = true
    private let read: Read

    package init(since position: ChangeToken, _ read: @escaping Read) {
        self.position = position
        self.read = read
    }

    /// Reads the next page and leaves this reader where it is. Throws when the page leads nowhere.
    package func step() throws(LibraryError) -> Step {
        let page = try read(position)
        guard page.upTo > position.sequence || !page.hasMore else {
            throw LibraryError(.protocolViolation, "a page of history leads nowhere")
        }
        var rest = self
        rest.position = page.next
        rest.hasMore = page.hasMore
        return Step(page: page, rest: rest)
    }

    /// The next page; nil after the last.
    package mutating func next() throws(LibraryError) -> HistoryPage? {
        guard hasMore else { return nil }
        let step = try step()
        self = step.rest
        return step.page
    }
}

extension LibraryClient {
    /// Reads history from `token` on; with a filter, only what it lets through.
    package func historyReader(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter()
    ) -> HistoryReader {
        HistoryReader(since: token) { [self] token throws(LibraryError) in try history(since: token, matching: filter) }
    }
}
