import Admission
import LibraryModel
import Testing

@testable import LibraryServer

@Suite struct DownloadQueueTests {
    private var queue = DownloadQueue()

    private func content(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 32) }

    @Test mutating func `requests for one original share its download, which the last one to leave ends`() throws {
        try queue.join(content(1), generation: 5, 10, of: .app("a"))
        try queue.join(content(1), generation: 5, 11, of: .app("b"))
        #expect(queue.next() == WantedOriginal(content(1), generation: 5))
        #expect(queue.next() == nil)
        #expect(queue.leave(10) == nil)
        #expect(queue.leave(11) == WantedOriginal(content(1), generation: 5, isCancelled: true))
        #expect(queue.leave(11) == nil && queue.isEmpty)
        // One that does not run yet is cancelled without a word.
        try queue.join(content(1), generation: 5, 12, of: .app("a"))
        #expect(queue.leave(12) == nil && queue.next() == nil)
    }

    @Test mutating func `an app that waits for many leaves room for others and the owner`() throws {
        for number in 1...4 { try queue.join(content(number), generation: 0, UInt64(number), of: .app("a")) }
        #expect([queue.next(), queue.next(), queue.next()].map { $0?.content } == [content(1), content(2), nil])
        try queue.join(content(5), generation: 0, 5, of: .app("b"))
        try queue.join(content(6), generation: 0, 6, of: .owner)
        try queue.join(content(7), generation: 0, 7, of: .owner)
        #expect([queue.next(), queue.next(), queue.next()].map { $0?.content } == [content(5), content(6), nil])
        #expect(queue.end(content(1)) == [1])
        #expect(queue.next()?.content == content(3))
        #expect(queue.end(content(2)) == [2])
        #expect(queue.next()?.content == content(4))
    }

    @Test mutating func `an app waits for so many downloads, and not for more`() throws {
        for number in 1...DownloadQueue.maximumWaitingOfApp {
            try queue.join(content(number % 3), generation: 0, UInt64(number), of: .app("a"))
        }
        do {
            try queue.join(content(9), generation: 0, 99, of: .app("a"))
            Issue.record("one more than allowed")
        } catch {
            #expect(error.code == .limitExceeded && error.isRetryable)
        }
        try queue.join(content(9), generation: 0, 100, of: .app("b"))
        for number in 101...200 { try queue.join(content(number), generation: 0, UInt64(number), of: .owner) }
    }

    @Test mutating func `what ran begins again, before all else`() throws {
        try queue.join(content(1), generation: 0, 1, of: .app("a"))
        #expect(queue.next()?.content == content(1))
        try queue.join(content(2), generation: 0, 2, of: .app("a"))
        queue.restart()
        #expect([queue.next(), queue.next()].map { $0?.content } == [content(1), content(2)])
        #expect(Set(queue.endAll()) == [1, 2])
        #expect(queue.isEmpty)
    }
}
