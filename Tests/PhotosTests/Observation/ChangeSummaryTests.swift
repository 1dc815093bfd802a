import LibraryClient
import LibraryModel
import Testing

@testable import Photos

private let asset = LocalIdentifier(.asset, ObjectID(high: 0, low: 1))

private func summary(_ changes: [(ChangeKind, ChangedFields)], unavailable: [UInt32] = []) -> ChangeSummary {
    var page = HistoryPage(
        since: ChangeToken(library: asset.id, historyEpoch: 1, sequence: 0, visibilityEpoch: 0)
    )
    for (index, (kind, fields)) in changes.enumerated() {
        page.sequences.append(UInt64(index + 1))
        page.times.append(0)
        page.changeCounts.append(1)
        page.objectKinds.append(ObjectKind.asset.rawValue)
        page.changeKinds.append(kind.rawValue)
        page.objects.append(asset.id)
        page.fields.append(fields.rawValue)
    }
    page.unavailable = unavailable
    var summary = ChangeSummary()
    summary.add(page)
    return summary
}

@Suite struct ChangeSummaryTests {
    @Test func `an object is told once, as what became of it`() {
        #expect(summary([(.inserted, []), (.updated, .favorite)]).inserted == [asset])
        #expect(summary([(.inserted, []), (.updated, .favorite)]).updated.isEmpty)
        #expect(summary([(.inserted, []), (.deleted, [])]).isEmpty)
        #expect(summary([(.updated, .favorite), (.updated, .content)]).updated == [asset: [.favorite, .content]])
        #expect(summary([(.updated, .favorite), (.deleted, [])]).deleted == [asset])
        #expect(summary([(.updated, .favorite), (.deleted, [])]).updated.isEmpty)
        let back = summary([(.deleted, []), (.inserted, [])])
        #expect(back.deleted.isEmpty && back.inserted.isEmpty)
        #expect(back.updated[asset]?.contains(.content) == true)
    }

    /// Reads a history of `count` insertions, a thousand a page. From `failure` on it cannot be read.
    private func reading(_ count: Int, expired: Bool = false, failure: UInt64 = .max) -> ChangeSummary {
        let start = ChangeToken(library: asset.id, historyEpoch: 1, sequence: 0, visibilityEpoch: 0)
        let now = ChangeToken(library: asset.id, historyEpoch: 1, sequence: UInt64(count), visibilityEpoch: 9)
        let history = HistoryReader(since: start) { token throws(LibraryError) in
            if expired { throw LibraryError(.tokenExpired, "too old") }
            if token.sequence >= failure { throw LibraryError(.unavailable, "away") }
            var page = HistoryPage(since: token)
            page.upTo = min(token.sequence + 1_000, UInt64(count))
            page.hasMore = page.upTo < UInt64(count)
            for number in token.sequence..<page.upTo {
                page.objectKinds.append(ObjectKind.asset.rawValue)
                page.changeKinds.append(ChangeKind.inserted.rawValue)
                page.objects.append(ObjectID(high: 5, low: number))
                page.fields.append(0)
            }
            return page
        }
        return ChangeSummary.reading(history) { () throws(LibraryError) in now }
    }

    @Test func `after too many changes an observer is told to compare as a whole`() {
        let most = reading(ChangeSummary.maximumObjects)
        #expect(most.isComplete && most.inserted.count == ChangeSummary.maximumObjects)
        #expect(most.end?.sequence == UInt64(ChangeSummary.maximumObjects) && most.end?.visibilityEpoch == 0)
        let more = reading(ChangeSummary.maximumObjects + 1_001)
        #expect(!more.isComplete && more.count == 0)
        #expect(more.end?.visibilityEpoch == 9)
    }

    @Test func `after a token expired an observer is told to compare as a whole`() {
        let expired = reading(10, expired: true)
        #expect(!expired.isComplete && expired.end?.sequence == 10)
    }

    @Test func `a summary says where reading failed, and that the rest is to be read`() {
        let part = reading(5_000, failure: 2_000)
        #expect(part.failure?.code == .unavailable)
        #expect(part.isComplete && part.inserted.count == 2_000 && part.end?.sequence == 2_000)
        let nothing = reading(5_000, failure: 0)
        #expect(nothing.failure?.code == .unavailable && nothing.end == nil)
        #expect(reading(5_000).failure == nil && reading(10, expired: true).failure == nil)
    }

    @Test func `what a summary covers was fetched between its ends, under the same grant`() {
        let summary = reading(10)
        var state = ChangeToken(library: asset.id, historyEpoch: 1, sequence: 0, visibilityEpoch: 0)
        #expect(summary.covers(state))
        state.sequence = 10
        #expect(summary.covers(state))
        state.sequence = 11
        #expect(!summary.covers(state))
        state.sequence = 5
        state.visibilityEpoch = 1
        #expect(!summary.covers(state))
        #expect(!reading(10, expired: true).covers(state))
    }

    @Test func `a stretch that cannot be told makes the whole incomplete`() {
        let incomplete = summary([(.updated, .favorite)], unavailable: [0])
        #expect(!incomplete.isComplete)
        #expect(!incomplete.isEmpty)
    }
}
