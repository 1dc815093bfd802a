import CLibraryProtocol
import LibraryModel
import Testing

@testable import LibraryProtocol

/// What the schema calls optional may be left out.
@Suite struct LeastMessageTests {
    /// Calls whose scope or kind says which of the optional fields are needed: with the first scope, none is.
    @Test func `every call is understood with no more than its required fields`() throws {
        for number in LibraryCallNumber.all {
            let bytes = MessageKind.leastRequest(number)
            do {
                _ = try LibraryRequest(decoding: bytes.span)
            } catch { Issue.record("call \(number): \(error)") }
        }
    }

    @Test func `every operation is understood with no more than its required fields`() throws {
        for bytes in MessageKind.leastOperations {
            do {
                guard case .perform(let block) = try LibraryRequest(decoding: bytes.span).call else {
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
            guard case .perform(let block) = try LibraryRequest(decoding: bytes.span).call else {
                Issue.record("another call came out")
                return
            }
            #expect(block.operations == [expected])
        }
    }

    @Test func `numbers at their ends are values and never traps`() {
        let most = [UInt8](repeating: 0xFF, count: 9) + [1]
        for number in LibraryCallNumber.all {
            for field in 1..<20 as Range<UInt8> {
                // Every field as the largest number, and as a number of 64 and 32 bits, beside what has to be there.
                for value in [
                    [field << 3] + most, [field << 3 | 1] + most.prefix(8), [field << 3 | 5] + most.prefix(4),
                ] {
                    let key = field < 16 ? value : [value[0], 1] + value.dropFirst()
                    let bytes = MessageKind.leastRequest(number, and: key)
                    do { _ = try LibraryRequest(decoding: bytes.span) } catch { continue }
                }
            }
        }
    }
}
