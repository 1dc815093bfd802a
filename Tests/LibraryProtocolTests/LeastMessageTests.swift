import CLibraryProtocol
import LibraryModel
import Testing

@testable import LibraryProtocol

/// What the schema does not say is required may be left out, and nothing else.
@Suite struct LeastMessageTests {
    /// Calls whose scope or kind says which of the optional fields are needed: with the first scope, none is.
    @Test func `every call is understood with no more than its required fields`() throws {
        for number in CallTable.all.map({ UInt64($0.rules.number) }) {
            let bytes = Schema.leastRequest(number)
            do {
                _ = try LibraryRequest(decoding: bytes.span)
            } catch { Issue.record("call \(number): \(error)") }
        }
    }

    @Test func `a call without one of its required fields is malformed`() {
        var tried = 0
        for call in CallTable.all {
            let number = UInt64(call.rules.number)
            for field in Schema.requiredFields(number) {
                let error = #expect(throws: LibraryError.self, "\(call) without \(field)") {
                    try LibraryRequest(decoding: Schema.leastRequest(number, without: field).span)
                }
                #expect(error?.code == .protocolViolation, "\(call) without \(field)")
                tried += 1
            }
        }
        #expect(tried > 50)
    }

    @Test func `every operation is understood with no more than its required fields`() throws {
        for bytes in Schema.leastOperations {
            do {
                guard let block = (try LibraryRequest(decoding: bytes.span).call as? PerformCall)?.block else {
                    Issue.record("another call came out")
                    continue
                }
                #expect(block.operations.count == 1)
            } catch { Issue.record("\(bytes): \(error)") }
        }
    }

    @Test func `without a position members go to the end`() throws {
        // `container_kind` folder, no container, no members, no position.
        let change: [UInt8] = [8, 3, 0x1A, 0]
        for (operation, expected) in [
            (9, .insertMembers(.topLevel, [], at: nil)), (11, .moveMembers(.topLevel, [], to: nil)),
        ] as [(UInt8, ChangeOperation)] {
            let operation: [UInt8] = [operation << 3 | 2, 4] + change
            let key = [0x0A, 16] + [UInt8](repeating: 7, count: 16)
            let call = key + [0x12, UInt8(operation.count)] + operation
            let bytes = [0xB2, 1, UInt8(call.count)] + call
            guard let block = (try LibraryRequest(decoding: bytes.span).call as? PerformCall)?.block else {
                Issue.record("another call came out")
                return
            }
            #expect(block.operations == [expected])
        }
    }

    @Test func `numbers at their ends are values and never traps`() {
        let most = [UInt8](repeating: 0xFF, count: 9) + [1]
        for number in CallTable.all.map({ UInt64($0.rules.number) }) {
            for field in 1..<20 as Range<UInt8> {
                // Every field as the largest number, and as a number of 64 and 32 bits, beside what has to be there.
                for value in [
                    [field << 3] + most, [field << 3 | 1] + most.prefix(8), [field << 3 | 5] + most.prefix(4),
                ] {
                    let key = field < 16 ? value : [value[0], 1] + value.dropFirst()
                    let bytes = Schema.leastRequest(number, and: key)
                    do { _ = try LibraryRequest(decoding: bytes.span) } catch { continue }
                }
            }
        }
    }
}
