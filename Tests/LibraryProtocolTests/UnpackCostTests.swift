import LibraryModel
import Testing

@testable import LibraryProtocol

/// What a message costs is known before it is unpacked, and is never less than what unpacking takes.
@Suite struct UnpackCostTests {
    private func code(_ bytes: [UInt8]) -> LibraryError.Code? {
        do throws(LibraryError) {
            _ = try LibraryRequest(decoding: bytes.span)
            return nil
        } catch { return error.code }
    }

    private func packed(_ call: any Call) -> [UInt8] {
        var buffer: [UInt8] = []
        let end = LibraryRequest(call).encode(into: &buffer, at: 0)
        return Array(buffer[..<end])
    }

    /// A field that has a length.
    private static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// `entry` again and again, up to some bytes.
    private static func filled(_ entry: [UInt8], _ byteCount: Int) -> [UInt8] {
        var bytes = entry
        while 2 * bytes.count <= byteCount { bytes += bytes }
        return bytes + bytes.prefix((byteCount - bytes.count) / entry.count * entry.count)
    }

    private static let key = field(1, [UInt8](repeating: 7, count: 16))

    /// Requests as long as they may be, of as many entries as fit.
    private static let bombs: [(name: String, make: @Sendable () -> [UInt8])] = [
        ("operations", { field(22, key + filled([0x12, 0], 63 << 20)) }),
        ("operations to be confirmed", { field(35, key + filled([0x12, 0], 63 << 20)) }),
        ("files of a new asset", { field(22, key + field(2, field(1, filled([0x12, 0], 63 << 20)))) }),
        ("keywords", { field(22, key + field(2, field(2, field(2, field(14, filled([0x0A, 0], 63 << 20)))))) }),
        ("keywords to take away", { field(22, key + field(2, field(2, field(2, filled([0x7A, 0], 63 << 20))))) }),
        ("keywords to add", { field(22, key + field(2, field(2, field(2, filled([0x82, 1, 0], 63 << 20))))) }),
        ("instructions", { field(13, [8, 1] + field(5, filled([0x0A, 2, 8, 2], 39 << 20))) }),
        ("instructions of months", { field(49, field(1, [8, 1] + field(5, filled([0x0A, 2, 8, 2], 39 << 20)))) }),
        ("instructions of a picker", { field(29, field(1, field(1, filled([0x0A, 2, 8, 2], 1_000_000)))) }),
        ("sort keys", { field(13, [8, 1] + filled([0x32, 4, 0x0A, 0, 0x10, 1], 39 << 20)) }),
        ("hints", { field(14, [8, 1, 0x12, 0] + filled([0x1D, 1, 0, 0, 0], 1_000_000)) }),
        ("packed hints", { field(14, [8, 1, 0x12, 0] + field(3, [UInt8](repeating: 1, count: 1_000_000))) }),
        ("apps", { field(24, [0x0A, 0] + filled([0x32, 0], 1_000_000)) }),
        ("fields that nobody knows", { field(22, key + filled([0x78, 0], 63 << 20)) }),
        ("fields beside the call", { key + filled([0x48, 0], 63 << 20) + field(22, key) }),
    ]

    @Test(arguments: bombs.indices) func `a request of very many entries is refused before it is unpacked`(
        index: Int
    ) {
        let bytes = UnpackCostTests.bombs[index].make()
        let error = #expect(throws: LibraryError.self, "\(UnpackCostTests.bombs[index].name)") {
            _ = try UnpackCost.measure(bytes.span, RequestPrescan(bytes.span))
        }
        #expect(error?.code == .limitExceeded, "\(UnpackCostTests.bombs[index].name)")
    }

    @Test func `every call has a size that it may have and no more`() {
        for number in CallTable.all.map({ UInt64($0.rules.number) }) {
            let longest = CallTable.rules(number)?.maximumSize ?? 0
            #expect((MessageInDescriptor.maximumFramedSize...MessageInDescriptor.maximumSize).contains(longest))
            // The call, and behind it as much of a field that nobody knows as makes it too long.
            let filling = [UInt8](repeating: 0, count: longest)
            let bytes = UnpackCostTests.field(number, []) + UnpackCostTests.field(2_000, filling)
            for (length, expected) in [(longest, nil), (longest + 1, .limitExceeded)] as [(Int, LibraryError.Code?)] {
                // Cut off, so that it is no message unless it is refused for its length.
                let error = #expect(throws: LibraryError.self) {
                    let start = bytes.span.extracting(..<length)
                    _ = try UnpackCost.measure(start, RequestPrescan(start))
                }
                #expect(error?.code == expected ?? .protocolViolation, "\(number)")
            }
        }
    }

    @Test func `the largest requests that make sense pass`() throws {
        var update = AssetUpdate()
        update.title = .set("A title that does not fit into the text itself")
        update.isFavorite = true
        update.creationDate = .set(1_700_000_000_000_000)
        let changes = (0..<ChangeBlock.maximumOperations).map { number in
            let id = ObjectID(high: 1, low: UInt64(number))
            guard number % 2 == 0 else { return ChangeOperation.updateAsset(id, update) }
            let use = StagedResourceUse(staged: id, kind: .photo, filename: "IMG_20240518_123456.jpg")
            return .createAsset(AssetCreation(id: id, resources: [use], properties: update))
        }
        let identifiers = (0..<FetchRequest.maximumIdentifiers).map { ObjectID(high: 2, low: UInt64($0)) }
        let named = PredicateInstruction.literal(.identifiers(identifiers.map { LocalIdentifier(.asset, $0) }))
        let instructions = (0..<PredicateProgram.maximumInstructions).map { number in
            number % 2 == 0 ? PredicateInstruction.constant(true) : .literal(.text("a text of more than fifteen"))
        }
        let cloud = identifiers.prefix(CloudIdentifier.maximumCount).map {
            CloudIdentifier(.asset, record: $0, content: ($0, $0))
        }
        let calls: [any Call] = [
            PerformCall(ChangeBlock(operations: changes)),
            FetchCall(
                FetchRequest(
                    .identifiers(.asset, identifiers),
                    predicate: PredicateProgram([.key("localIdentifier"), named, .compare(.in, [])])
                )
            ),
            FetchCall(FetchRequest(.allAssets, predicate: PredicateProgram(instructions))),
            LocalIdentifiersCall(of: cloud, onlySynced: false),
            SelectCall(app: "exe:/bin/x", Array(identifiers.prefix(ChangeBlock.maximumOperations)), deselects: false),
            AnswerCall(prompt: 1, .selection(Array(identifiers.prefix(PromptAnswer.maximumAssets))), silences: false),
            PerformCall(ChangeBlock(operations: [.deleteAssets(identifiers)])),
        ]
        for call in calls {
            let bytes = packed(call)
            let cost = try UnpackCost.measure(bytes.span, RequestPrescan(bytes.span))
            #expect(cost.bytes <= UnpackCost.maximumOfRequest)
            let decoded = try LibraryRequest(decoding: bytes.span)
            #expect(packed(decoded.call) == bytes)
        }
    }

    @Test func `one entry more than there may be is refused`() {
        let limit = PredicateProgram.maximumInstructions
        func predicate(_ count: Int) -> any Call {
            FetchCall(
                FetchRequest(.allAssets, predicate: PredicateProgram(Array(repeating: .constant(true), count: count)))
            )
        }
        #expect(code(packed(predicate(limit))) == nil)
        #expect(code(packed(predicate(limit + 1))) == .limitExceeded)
        func block(_ count: Int) -> any Call {
            PerformCall(ChangeBlock(operations: Array(repeating: .deleteAssets([]), count: count)))
        }
        #expect(code(packed(block(ChangeBlock.maximumOperations))) == nil)
        #expect(code(packed(block(ChangeBlock.maximumOperations + 1))) == .limitExceeded)
        func sorted(_ count: Int) -> any Call {
            FetchCall(
                FetchRequest(.allAssets, sort: Array(repeating: SortKey("title", isAscending: true), count: count))
            )
        }
        #expect(code(packed(sorted(FetchRequest.maximumSortKeys))) == nil)
        #expect(code(packed(sorted(FetchRequest.maximumSortKeys + 1))) == .limitExceeded)
        func keywords(_ change: (inout AssetUpdate, [String]) -> Void, _ count: Int) -> any Call {
            var update = AssetUpdate()
            change(&update, Array(repeating: "a", count: count))
            return PerformCall(ChangeBlock(operations: [.updateAsset(CodecTests.asset, update)]))
        }
        let most = AssetUpdate.maximumKeywords
        for change: (inout AssetUpdate, [String]) -> Void in [
            { $0.keywords = $1 }, { $0.addedKeywords = $1 }, { $0.removedKeywords = $1 },
        ] {
            #expect(code(packed(keywords(change, most))) == nil)
            #expect(code(packed(keywords(change, most + 1))) == .limitExceeded)
        }
        // The two lists are counted apart.
        #expect(
            code(packed(keywords({ ($0.addedKeywords, $0.removedKeywords) = ($1, $1) }, most))) == nil
        )
    }

    @Test func `what the sync process sends has limits, whatever the size of its numbers`() {
        func report(_ devices: Int, _ problems: Int) -> any Call {
            var report = CloudReport(.idle)
            let device = CloudDevice(device: ObjectID(high: 1, low: 1), name: "", lastSeen: 0, isForgotten: false)
            report.devices = Array(repeating: device, count: devices)
            report.problems = Array(repeating: "a", count: problems)
            return ReportCloudCall(report)
        }
        #expect(code(packed(report(CloudReport.maximumDevices, CloudReport.maximumProblems))) == nil)
        #expect(code(packed(report(CloudReport.maximumDevices + 1, 0))) == .limitExceeded)
        #expect(code(packed(report(0, CloudReport.maximumProblems + 1))) == .limitExceeded)
        func batch(fields: Int, elements: [[UInt8]]) -> any Call {
            var change = SyncedChange(record: ObjectID(high: 1, low: 1), kind: 1)
            change.fields = Array(repeating: SyncedChange.Field(.max, []), count: fields)
            change.sets = [SyncedChange.Elements(1, elements)]
            return ApplySyncedCall(SyncedBatch(key: ObjectID(high: 1, low: 2), position: 1, changes: [change]))
        }
        // The length of an element of 200 bytes takes two.
        let long = Array(repeating: [UInt8](repeating: 7, count: 200), count: 3)
        #expect(code(packed(batch(fields: SyncedChange.maximumFields, elements: long))) == nil)
        #expect(code(packed(batch(fields: SyncedChange.maximumFields + 1, elements: []))) == .limitExceeded)
        let most = SyncedChange.maximumElements
        #expect(code(packed(batch(fields: 0, elements: Array(repeating: [], count: most)))) == nil)
        #expect(code(packed(batch(fields: 0, elements: Array(repeating: [], count: most + 1)))) == .limitExceeded)
    }

    @Test func `every repeated field of a request has a limit`() {
        for field in Schema.repeatedFieldsOfRequests {
            #expect(field.hasLimit, "\(field.name)")
        }
        #expect(Schema.mostFieldsInRequests <= UInt128.bitWidth)
    }

    @Test func `a singular message that occurs twice is refused, and a second call`() {
        let mint = packed(MintCall(3))
        #expect(code(mint + mint) == .protocolViolation)
        #expect(code(packed(MintCall(9)) + packed(CurrentTokenCall())) == .protocolViolation)
        #expect(code(packed(CurrentTokenCall()) + mint) == .protocolViolation)
        let predicate = UnpackCostTests.field(5, UnpackCostTests.field(1, [8, 15, 0x18, 2]))
        let fetch: [UInt8] = [8, 1]
        #expect(code(UnpackCostTests.field(13, fetch + predicate)) == nil)
        #expect(code(UnpackCostTests.field(13, fetch + predicate + predicate)) == .protocolViolation)
    }

    @Test func `keys and lengths that protobuf reads otherwise are refused`() {
        for bytes in [
            // A key of six bytes, one of five beyond 32 bits, field 0, wire types 3, 4, 6 and 7.
            [0xA2, 0x81, 0x80, 0x80, 0x80, 0x00, 0], [0xA2, 0x81, 0x80, 0x80, 0x10, 0], [0x02, 0], [0xA3, 1],
            [0xA4, 1],
            [0xA6, 1], [0xA7, 1],
            // A length beyond the end, one of six bytes, and one of 2^63.
            [0xA2, 1, 1], [0xA2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
            [0xA2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1],
            // Numbers that end early, and one that never ends.
            [0x49, 1, 2, 3], [0x4D, 1], [0x48], [0x48] + [UInt8](repeating: 0xFF, count: 11),
        ] as [[UInt8]] {
            #expect(code(bytes) == .protocolViolation, "\(bytes)")
        }
    }

    @Test func `what unpacking takes is never more than was measured`() {
        var random = SystemRandomNumberGenerator()
        var (unpacked, refused) = (0, 0)
        let messages =
            CodecTests.calls.map { packed($0) }
            + [
                packed(AnswerCall(prompt: 1, .picked([CodecTests.asset]), silences: true)),
                packed(SetPreferencesCall(app: "exe:/x", confirmsChanges: true, isSilenced: nil)),
            ]
        for original in messages {
            for round in 0..<300 {
                var bytes = original
                // Unchanged once; then bytes changed, stretches repeated, cut out and put elsewhere.
                for _ in 0..<(round == 0 || bytes.isEmpty ? 0 : Int.random(in: 1...4, using: &random)) {
                    let start = Int.random(in: 0..<bytes.count, using: &random)
                    let stretch = bytes[start..<Int.random(in: start...min(start + 40, bytes.count), using: &random)]
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[start] = UInt8.random(in: .min ... .max, using: &random)
                    case 1: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 2: bytes.insert(contentsOf: stretch, at: Int.random(in: 0...bytes.count, using: &random))
                    default: bytes.removeSubrange(stretch.indices)
                    }
                    if bytes.isEmpty { break }
                }
                do throws(LibraryError) {
                    let cost = try UnpackCost.measure(bytes.span, RequestPrescan(bytes.span))
                    let taken = MessageArena.taken(unpacking: bytes)
                    #expect(taken <= cost.messages, "\(bytes)")
                    unpacked += 1
                } catch { refused += 1 }
            }
        }
        #expect(unpacked > messages.count && refused > 0)
    }

    @Test func `what was measured is about what it takes`() throws {
        for call in CodecTests.calls {
            let bytes = packed(call)
            let cost = try UnpackCost.measure(bytes.span, RequestPrescan(bytes.span))
            #expect(cost.messages <= 2 * MessageArena.taken(unpacking: bytes) + 1_024)
        }
    }

    @Test func `the last of two operations where there can be one is not taken for what was meant`() {
        let id = [UInt8](repeating: 7, count: 16)
        func block(_ operation: [UInt8]) -> [UInt8] {
            UnpackCostTests.field(22, UnpackCostTests.key + UnpackCostTests.field(2, operation))
        }
        let (revert, delete) = (UnpackCostTests.field(4, id), UnpackCostTests.field(5, id))
        #expect(code(block(revert)) == nil)
        #expect(code(block(revert + delete)) == .protocolViolation)
        #expect(code(block(delete + delete)) == .protocolViolation)
    }

    @Test func `what has to come before the call does not come behind it`() {
        let ping = UnpackCostTests.field(10, [])
        #expect(code([8, 5] + ping) == nil)
        #expect(code(ping + [8, 5]) == .protocolViolation)
        #expect(code(ping + [16, 1]) == .protocolViolation)
        #expect(code([16, 1] + ping) == .protocolViolation)
        // Nobody knows these.
        #expect(code([0x48, 1] + ping + [0x48, 1]) == nil)
    }

    @Test func `a text that is not UTF-8 is refused`() {
        for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80]]
            as [[UInt8]]
        {
            #expect(code(UnpackCostTests.field(21, UnpackCostTests.field(1, bytes))) == .protocolViolation)
        }
        #expect(code(UnpackCostTests.field(21, UnpackCostTests.field(1, Array("é\u{10FFFF}".utf8)))) == nil)
    }

    @Test func `a property that is set and cleared at once, or lacks a part, is refused`() {
        func code(of update: [UInt8]) -> LibraryError.Code? {
            let change = UnpackCostTests.field(1, [UInt8](repeating: 7, count: 16)) + UnpackCostTests.field(2, update)
            let operation = UnpackCostTests.field(2, UnpackCostTests.field(2, change))
            return self.code(UnpackCostTests.field(22, UnpackCostTests.key + operation))
        }
        let zero = [UInt8](repeating: 0, count: 8)
        let (date, place, text) = ([8, 2] as [UInt8], [0x19] + zero + [0x21] + zero, [0x52, 1, 0x78] as [UInt8])
        for (value, clears) in [(date, [0x10, 1]), (place, [0x30, 1]), (text, [0x58, 1])] as [([UInt8], [UInt8])] {
            #expect(code(of: value) == nil)
            #expect(code(of: clears) == nil)
            #expect(code(of: value + clears) == .invalidRequest)
        }
        for part in [0x19, 0x21, 0x29] as [UInt8] { #expect(code(of: [part] + zero) == .invalidRequest) }
    }

    @Test func `truths and options of predicates are those that there are`() {
        func code(of instruction: [UInt8]) -> LibraryError.Code? {
            let predicate = UnpackCostTests.field(5, UnpackCostTests.field(1, instruction))
            return self.code(UnpackCostTests.field(13, [8, 1] + predicate))
        }
        for operation in [3, 15] as [UInt8] {
            #expect(code(of: [8, operation, 0x18, 0]) == nil)
            #expect(code(of: [8, operation, 0x18, 2]) == nil)
            #expect(code(of: [8, operation, 0x18, 4]) == .protocolViolation)
            #expect(code(of: [8, operation, 0x18, 1]) == .protocolViolation)
            #expect(code(of: [8, operation]) == .protocolViolation)
        }
        #expect(code(of: [8, 11, 0x30, 1, 0x38, 3]) == nil)
        #expect(code(of: [8, 11, 0x30, 1, 0x38, 4]) == .protocolViolation)
        #expect(code(of: [8, 11, 0x30, 14]) == .protocolViolation)
    }
}
