import LibraryModel
import Testing

@testable import LibraryClient

/// What a client makes of the steps of undo.
@Suite struct UndoOutcomeTests {
    private let objects = (1...3).map { LocalIdentifier(.asset, ObjectID(high: 0, low: $0)) }

    private func result(_ objects: [LocalIdentifier], next: UInt64?) -> UndoResult {
        var result = UndoResult()
        (result.objects, result.next) = (objects, next)
        return result
    }

    @Test func `steps go on where the one before ended, and each object is told once`() throws {
        var results = [
            result([objects[0]], next: 7), result([objects[0], objects[1]], next: 9), result([], next: nil),
        ]
        var positions: [UInt64?] = []
        let outcome = try UndoOutcome(UndoRequest(app: "exe:/app")) { request throws(LibraryError) in
            positions.append(request.position)
            return results.removeFirst()
        }
        #expect(positions == [nil, 7, 9])
        #expect(outcome.objects == Array(objects[0...1]) && outcome.interruption == nil)
    }

    @Test func `what was taken back before a step failed is told with why it failed`() throws {
        var count = 0
        let outcome = try UndoOutcome(UndoRequest(app: "exe:/app")) { _ throws(LibraryError) in
            count += 1
            guard count < 3 else { throw LibraryError(.unavailable, "the server has gone") }
            return result([objects[count]], next: 1)
        }
        #expect(outcome.objects == Array(objects[1...2]))
        #expect(outcome.interruption?.reason == "the server has gone")
    }

    @Test func `when the first step fails nothing was taken back`() {
        #expect(
            errorCode {
                try UndoOutcome(UndoRequest(app: "exe:/app")) { _ throws(LibraryError) in
                    throw LibraryError(.unavailable, "the server has gone")
                }
            } == .unavailable
        )
    }
}
