import LibraryClient
import LibraryModel
import Testing

/// How pages of history follow each other, as scripts.
@Suite struct HistoryReaderTests {
    private static let start = ChangeToken(
        library: ObjectID(high: 1, low: 2),
        historyEpoch: 1,
        sequence: 5,
        visibilityEpoch: 3
    )

    private func page(upTo sequence: UInt64, hasMore: Bool) -> HistoryPage {
        var page = HistoryPage(since: Self.start)
        page.upTo = sequence
        page.hasMore = hasMore
        return page
    }

    @Test func `each page is read from the end of the one before, to the last`() throws {
        let pages: [UInt64: HistoryPage] = [
            5: page(upTo: 7, hasMore: true), 7: page(upTo: 8, hasMore: true), 8: page(upTo: 8, hasMore: false),
        ]
        var reader = HistoryReader(since: Self.start) { token throws(LibraryError) in
            guard let page = pages[token.sequence] else { throw LibraryError(.internal, "not to be asked") }
            return page
        }
        // A step leaves the reader where it is.
        for _ in 0..<2 { #expect(try reader.step().rest.position.sequence == 7) }
        var ends: [UInt64] = []
        while let page = try reader.next() { ends.append(page.upTo) }
        #expect(ends == [7, 8, 8])
        #expect(try reader.next() == nil)
        #expect(reader.position.sequence == 8 && !reader.hasMore)
    }

    @Test func `a page that leads nowhere is an error and not a loop, and one that failed can be read again`() throws {
        let stuck = page(upTo: 5, hasMore: true)
        var nowhere = HistoryReader(since: Self.start) { _ in stuck }
        #expect(errorCode { try nowhere.next() } == .protocolViolation)
        var failing = HistoryReader(since: Self.start) { _ throws(LibraryError) in
            throw LibraryError(.unavailable, "away")
        }
        for _ in 0..<2 { #expect(errorCode { try failing.next() } == .unavailable) }
        #expect(failing.hasMore && failing.position == Self.start)
    }
}
