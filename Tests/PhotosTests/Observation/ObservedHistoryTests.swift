import LibraryModel
import Testing

@testable import Photos

/// What is looked at for an app's observers, as scripts.
@Suite struct ObservedHistoryTests {
    private static let library = ObjectID.random()

    private func token(_ sequence: UInt64) -> ChangeToken {
        ChangeToken(library: Self.library, historyEpoch: 1, sequence: sequence, visibilityEpoch: 1)
    }

    @Test func `what comes after an observer is read from where it came`() {
        var history = ObservedHistory()
        history.observerAdded(at: token(5))
        #expect(history.bellRang() == true)
        #expect(history.lookBegins() == .history(since: token(5)))
        history.looked(.history(since: token(5)), upTo: token(7))
        // A second one is told from where the first stands.
        history.observerAdded(at: token(8))
        #expect(history.bellRang() == true)
        #expect(history.lookBegins() == .history(since: token(7)))
    }

    @Test func `many rings are one look, and one that comes during a look is another`() {
        var history = ObservedHistory()
        history.observerAdded(at: token(5))
        #expect([history.bellRang(), history.bellRang(), history.bellRang()] == [true, false, false])
        let look = history.lookBegins()
        #expect(history.bellRang() == true)
        history.looked(look, upTo: token(6))
        #expect(history.bellRang() == false)
        #expect(history.lookBegins() == .history(since: token(6)))
    }

    @Test func `where the state was not known in time anything may have changed`() {
        var history = ObservedHistory()
        history.observerAdded(at: nil)
        #expect(history.bellRang() == true)
        #expect(history.lookBegins() == .state)
        #expect(history.lookFailed(.unavailable) == 250_000_000)
        // A ring that comes sooner than the end of the pause.
        #expect(history.bellRang() == true)
        let look = history.lookBegins()
        #expect(look == .state)
        history.looked(look, upTo: token(9))
        history.lookSucceeded()
        #expect(history.pauseEnded() == true)
        #expect(history.lookBegins() == .history(since: token(9)))
    }

    // one observer    | another
    // asks, and fails |
    //                 | asks, and is answered 7
    // what was committed between its failure and 7 is nowhere in history since 7
    @Test func `one observer's position is not another's whose state was not known`() {
        var history = ObservedHistory()
        history.observerAdded(at: nil)
        history.observerAdded(at: token(7))
        #expect(history.bellRang() == true)
        #expect(history.lookBegins() == .state)
    }

    @Test func `a look that failed is made again after pauses that grow, one at a time`() {
        var history = ObservedHistory()
        history.observerAdded(at: token(5))
        var pauses: [UInt64] = []
        for _ in 0..<7 {
            _ = history.lookBegins()
            guard let pause = history.lookFailed(.unavailable) else { break }
            pauses.append(pause / 1_000_000)
            #expect(history.lookFailed(.internal) == nil)
            #expect(history.pauseEnded() == true)
        }
        #expect(pauses == [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000])
        history.lookSucceeded()
        #expect(history.lookFailed(.unavailable) == 250_000_000)
        // Access comes with a ring.
        var denied = ObservedHistory()
        denied.observerAdded(at: nil)
        #expect(denied.lookFailed(.accessDenied) == nil && denied.lookFailed(.accessRestricted) == nil)
    }

    @Test func `what an older look found does not move the position of a newer one`() {
        var history = ObservedHistory()
        history.observerAdded(at: token(5))
        history.looked(.history(since: token(3)), upTo: token(4))
        #expect(history.position == token(5))
    }
}
