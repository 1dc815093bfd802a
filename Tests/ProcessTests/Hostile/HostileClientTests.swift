import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Clients that break the rules of the wire get a defined error or are dropped, and nobody else notices.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct HostileClientTests {
        /// Repeated, so that whatever leaks shows.
        private static let repetitions = 40

        @Test func `garbage in place of HELLO and after it`() throws {
            let attack = try Attack()
            var random = SeededGenerator(seed: 1)
            for round in 0..<HostileClientTests.repetitions {
                var peer = try RawClient(attack.server, isManagement: round % 4 == 0, sayingHello: round % 2 == 0)
                // The first byte alone makes the length impossible.
                try peer.send([0xFF] + (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) })
                try peer.waitForEnd()
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `a thousand connections that are dropped are not a thousand lines of the log`() throws {
            let attack = try Attack()
            for _ in 0..<1_000 {
                var peer = try RawClient(attack.server, sayingHello: false)
                try peer.send([UInt8](repeating: 0xFF, count: 100))
                try peer.waitForEnd()
            }
            let lines = attack.server.program.errorText.split(separator: "\n")
            // At once 256, and one for each second that it took.
            #expect((200...356).contains(lines.count { $0.contains("dropped") || $0.contains("disconnected") }))
            // What comes later says how many there were.
            let isTold = try eventually {
                let peer = try RawClient(attack.server)
                withExtendedLifetime(peer) {}
                return attack.server.program.errorText.contains("left-out=")
            }
            #expect(isTold)
            try attack.expectNobodyNoticed()
        }

        @Test func `half a frame, and then nothing for as long as it likes`() throws {
            let attack = try Attack()
            do {
                let header = try RawClient(attack.server)
                try header.send([0, 0, 1, 0, 0, 0, 0, 1, 2])
                let payload = try RawClient(attack.server)
                var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
                FrameHeader(.request, stream: 1, payloadLength: 1_000_000).encode(into: &bytes)
                try payload.send(bytes + [1, 2, 3])
                var other = try RawClient(attack.server)
                _ = try other.ask(CurrentTokenCall())
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `no HELLO in time`() throws {
            let attack = try Attack()
            let began = MonotonicClock.now()
            var silent = try RawClient(attack.server, sayingHello: false)
            var slow = try RawClient(attack.server, sayingHello: false)
            try slow.send([0, 0, 0])
            var management = try RawClient(attack.server, isManagement: true, sayingHello: false)
            try silent.waitForEnd()
            try slow.waitForEnd()
            try management.waitForEnd()
            let waited = MonotonicClock.now() - began
            #expect(waited >= TransportLimits.standard.helloTimeout - 500_000_000)
            #expect(waited < 3 * TransportLimits.standard.helloTimeout)
            try attack.expectNobodyNoticed()
        }

        @Test func `an oversize frame is answered, and the next call is understood`() throws {
            let attack = try Attack()
            for _ in 0..<8 {
                var peer = try RawClient(attack.server)
                let attached = DescriptorList(try SealedMemory.make([1].span))
                let stream = try peer.request([UInt8](repeating: 1, count: (3 << 20) + 7), descriptors: attached)
                let refused = try #require(try peer.next())
                #expect(refused.header.stream == stream)
                guard case .failure(let error) = try refused.reply() else {
                    Issue.record("an oversize frame was taken")
                    return
                }
                #expect(error.code == .limitExceeded)
                guard case .success = try peer.ask(CurrentTokenCall()) else {
                    Issue.record("the connection is out of step")
                    return
                }
            }
            // A length that is not even skipped.
            var peer = try RawClient(attack.server)
            var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
            var header = FrameHeader(.request, stream: 1)
            header.payloadLength = UInt32.max
            header.encode(into: &bytes)
            try peer.send(bytes)
            try peer.waitForEnd()
            try attack.expectNobodyNoticed()
        }

        @Test func `fewer and more descriptors than declared`() throws {
            let attack = try Attack()
            for (declared, sent) in [(1, 0), (0, 1), (1, 2), (2, 1), (17, 16), (65_535, 3)] {
                for _ in 0..<8 {
                    var peer = try RawClient(attack.server)
                    var attached = DescriptorList()
                    for _ in 0..<sent { attached.append(try SealedMemory.make([1].span)) }
                    try peer.send(
                        .request,
                        stream: 1,
                        payload: CurrentTokenCall().encoded,
                        declaring: declared,
                        descriptors: attached
                    )
                    try peer.waitForEnd()
                }
            }
            // As many as declared, and not as many as the call comes with.
            var peer = try RawClient(attack.server)
            #expect(try peer.failure(of: StageCall(filename: "none.jpg"))?.code == .invalidRequest)
            for _ in 0..<HostileClientTests.repetitions {
                var two = DescriptorList(try SealedMemory.make([1].span))
                two.append(try SealedMemory.make([1].span))
                #expect(try peer.failure(of: StageCall(filename: "two.jpg"), descriptors: two)?.code == .invalidRequest)
                // A call that takes none is refused, and leaves none behind.
                let one = DescriptorList(try SealedMemory.make([1].span))
                #expect(try peer.failure(of: CurrentTokenCall(), descriptors: one)?.code == .invalidRequest)
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `ten thousand open streams`() throws {
            let attack = try Attack()
            do {
                var peer = try RawClient(attack.server)
                var (opened, refused) = (0, 0)
                for _ in 0..<10_000 {
                    switch try peer.ask(ObserveCall()) {
                    case .success: opened += 1
                    case .failure(let error) where error.code == .limitExceeded: refused += 1
                    default: Issue.record("an observation was answered with something else")
                    }
                }
                #expect(opened == TransportLimits.standard.maximumOpenStreams)
                #expect(refused == 10_000 - opened)
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `more connections than an app may have`() throws {
            let attack = try Attack()
            do {
                var peers: [Int] = []
                var refused = 0
                for _ in 0..<200 {
                    do {
                        var peer = try RawClient(attack.server)
                        _ = try peer.ask(CurrentTokenCall())
                        peers.append(Int(try peer.socket.duplicate().release()))
                    } catch is RawClient.ConnectionEnded {
                        refused += 1
                    } catch let error as SystemCallError {
                        #expect(error.errorNumber == SystemCallError.brokenPipe)
                        refused += 1
                    }
                }
                #expect(peers.count == 128)
                #expect(refused == 72)
                for peer in peers { _ = OwnedDescriptor(owning: CInt(peer)) }
            }
            // There is room again.
            let isRoomAgain = eventually {
                do {
                    var peer = try RawClient(attack.server)
                    _ = try peer.ask(CurrentTokenCall())
                    return true
                } catch { return false }
            }
            #expect(isRoomAgain)
            try attack.expectNobodyNoticed()
        }

        @Test func `a client that never reads its answers`() throws {
            let attack = try Attack()
            do {
                var peer = try RawClient(attack.server)
                // Writes to it fail when the server has given it up.
                #expect(throws: SystemCallError.self) {
                    for _ in 0..<100_000 {
                        try peer.request(PingCall(payload: [], replySize: 1_000_000).encoded)
                    }
                }
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `a client that has room for one event hears of all that happens with the next, and of no more`()
            throws
        {
            let attack = try Attack()
            do {
                var peer = try RawClient(attack.server)
                let stream = try peer.request(ObserveCall().encoded)
                #expect(try peer.next()?.header.type == .response)
                // Room for one event, and then for many when many have happened: the bystander's.
                let eventSize = [0, 0, 0, UInt8(FrameHeader.byteCount + 3)]
                try peer.send(.credit, stream: stream, payload: eventSize)
                #expect(try peer.next()?.header.type == .data)
                var other = try RawClient(attack.server)
                guard case .success(let now) = try other.ask(CurrentTokenCall()),
                    let first = ChangeToken(serialized: now.token)
                else { throw RawClient.ConnectionEnded() }
                let hasMuchHappened = try eventually {
                    guard case .success(let later) = try other.ask(CurrentTokenCall()) else { return false }
                    return (ChangeToken(serialized: later.token)?.sequence ?? 0) > first.sequence + 40
                }
                #expect(hasMuchHappened)
                #expect(try peer.eventsSoFar() == 0)
                try peer.send(.credit, stream: stream, payload: eventSize)
                #expect(try peer.next()?.header.type == .data)
                #expect(try peer.eventsSoFar() == 0)
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `clients that ask and are gone at once`() throws {
            let attack = try Attack(letting: .notDetermined)
            let agent = try TestAgent(attack.server.owner)
            for round in 0..<400 {
                var peer = try RawClient(attack.server)
                try peer.request(round % 2 == 0 ? RequestAuthorizationCall(.readWrite).encoded : ObserveCall().encoded)
            }
            // The person is not flooded, and none of the questions is left.
            #expect(agent.shown.count <= 12)
            #expect(eventually { Set(agent.shown.map(\.number)) == Set(agent.withdrawn) })
            agent.leave()
            try attack.expectNobodyNoticed()
        }

        @Test func `questions that are taken back at once`() throws {
            let attack = try Attack(letting: .notDetermined)
            let agent = try TestAgent(attack.server.owner)
            var peer = try RawClient(attack.server)
            for _ in 0..<500 {
                let stream = try peer.request(RequestAuthorizationCall(.readWrite).encoded)
                try peer.send(.cancel, stream: stream)
                // The last answer on the stream.
                while let frame = try peer.next(),
                    frame.header.stream != stream || !frame.header.flags.contains(.endStream)
                {}
            }
            // Most of these may have been taken back before the person was asked; these are not.
            for _ in 0..<12 { _ = try peer.frames(of: RequestAuthorizationCall(.readWrite).encoded, cancels: true) }
            // It has asked too often; the person can decide all the same.
            var refused = try RawClient(attack.server)
            guard
                try refused.ask(RequestAuthorizationCall(.readWrite)) == .success(AuthorizationResult(.notDetermined)),
                case .failure(let error)? = try refused.next()?.reply()
            else {
                Issue.record("an app asks without end")
                return
            }
            #expect(error.code == .limitExceeded)
            #expect(agent.shown.count == 12)
            agent.leave()
            try attack.server.letIn(.limited)
            #expect(try attack.server.app.authorizationStatus(for: .readWrite) == .limited)
            try attack.expectNobodyNoticed()
        }

        @Test func `requests with flipped bits are answered each`() throws {
            let attack = try Attack()
            let seed = UInt64.random(in: 0 ... .max)
            print("flipped bits: seed \(seed)")
            var random = SeededGenerator(seed: seed)
            let id = ObjectID.random()
            var update = AssetUpdate()
            update.location = .set(Coordinate(latitude: 1, longitude: 2, altitude: 3))
            let program = PredicateProgram([
                .key("creationDate"), .literal(.date(1)), .compare(.greater, []), .key("localIdentifier"),
                .literal(.identifiers([LocalIdentifier(.asset, id)])), .compare(.in, []), .and,
            ])
            let calls: [any Call] = [
                AuthorizationStatusCall(.readWrite), LoadCall(.asset, [id, id], hints: [1, 2]), ResourcesCall(of: id),
                FetchCall(
                    FetchRequest(.assets(inCollection: id), predicate: program, sort: [SortKey("a", isAscending: true)])
                ),
                FetchCall(FetchRequest(.allAssets, predicate: program), countsOnly: true),
                OpenResourceCall(.photo, of: id),
                AdjustmentCall(of: id),
                ThumbnailCall(of: id, PixelSize(width: 10, height: 10)), MintCall(3), CurrentTokenCall(),
                HistoryCall(since: [1, 2, 3]),
                PerformCall(
                    ChangeBlock(operations: [
                        .updateAsset(id, update), .createCollection(.collectionList, id, title: "x", parent: id),
                        .moveMembers(.album(id), [LocalIdentifier(.asset, id)], to: 3), .deleteAssets([id]),
                        .createAsset(AssetCreation(id: id, resources: [StagedResourceUse(staged: id, kind: .photo)])),
                    ])
                ), GrantsCall(), StatisticsCall(), SetGrantCall(app: "exe:/x", .readWrite, .authorized),
                VerifyCall(position: 3),
            ]
            var peer = try RawClient(attack.server)
            for round in 0..<4_000 {
                // Streams that a request happens to open stay open, so now and then it starts afresh.
                if round % 100 == 0 { peer = try RawClient(attack.server) }
                var payload = calls[round % calls.count].encoded
                for _ in 0...Int(random.next() % 3) {
                    let position = Int(random.next() % UInt64(payload.count))
                    payload[position] ^= 1 << UInt8(random.next() % 8)
                }
                if round % 5 == 0 { payload.removeLast(Int(random.next() % UInt64(payload.count))) }
                let stream = try peer.request(payload)
                var frame = try peer.next()
                while let other = frame, other.header.stream != stream { frame = try peer.next() }
                let answer = try #require(frame, "no answer to \(payload)")
                _ = try answer.reply()
            }
            try attack.expectNobodyNoticed()
        }
    }
}
