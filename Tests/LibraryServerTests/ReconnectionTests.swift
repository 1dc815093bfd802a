import LibraryClient
import LibraryModel
import LinuxSystem
import Testing

/// When a stream is opened again, as scripts.
@Suite struct ReconnectionTests {
    @Test func `pauses double up to the longest, and are short again after what worked`() {
        var backoff = Backoff(first: 50, last: 300)
        #expect((0..<5).map { _ in backoff.pause() } == [50, 100, 200, 300, 300])
        backoff.reset()
        #expect(backoff.pause() == 50)
        // No number is too large.
        var long = Backoff(first: .max / 2 + 1, last: .max)
        #expect((0..<3).map { _ in long.pause() } == [.max / 2 + 1, .max, .max])
    }

    @Test func `a loss is one that could not be mended at once, and is told once`() {
        var reconnection = Reconnection(Backoff(first: 1, last: 8))
        func fail() -> Reconnection.Loss { reconnection.failed().loss }
        // At first.
        #expect([fail(), fail()] == [.unreachable, .stillUnreachable])
        reconnection.opened()
        #expect([fail(), fail(), fail()] == [.ended, .unreachable, .stillUnreachable])
        reconnection.opened()
        #expect(fail() == .ended)
        reconnection.opened()
        let (first, second) = (reconnection.failed(), reconnection.failed())
        #expect(first.loss == .ended && first.pause == 1)
        #expect(second.loss == .unreachable && second.pause == 2)
    }

    @Test func `a stream is opened again until it is not wanted any more`() {
        let cancellation = Cancellation()
        var script: [Result<Int, LibraryError>] = [
            .failure(LibraryError(.unavailable, "away")), .success(1), .success(2),
            .failure(LibraryError(.internal, "full")),
            .success(3),
        ]
        var told: [String] = []
        keepingOpen(Reconnection(Backoff(first: 1, last: 1)), until: cancellation) { () throws(LibraryError) in
            try script.removeFirst().get()
        } read: { (stream: Int) throws(LibraryError) in
            told.append("\(stream)")
            if stream == 2 { throw LibraryError(.protocolViolation, "nonsense") }
            if stream == 3 { cancellation.cancel() }
        } lost: { loss, error in
            told.append("\(loss) \(error.reason)")
        }
        #expect(
            told == [
                "unreachable away", "1", "ended the server ended the stream", "2", "ended nonsense",
                "unreachable full", "3", "ended the server ended the stream",
            ]
        )
    }

    @Test func `a pause ends when the work is stopped`() throws {
        let cancellation = Cancellation()
        #expect(!cancellation.pause(1))
        _ = try SystemThread(name: "stops") { cancellation.cancel() }
        #expect(cancellation.pause(.max))
        #expect(Cancellation(deadline: MonotonicClock.deadline(after: 1_000_000)).pause(.max))
    }
}
