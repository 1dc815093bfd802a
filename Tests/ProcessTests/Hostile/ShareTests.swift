import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// One app that takes all it can get keeps nobody else from working.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct ShareTests {
        /// As many connections as an app may have, each with a stream of events: twice as many as there are threads.
        @Test func `observers hold no thread that anybody waits for`() throws {
            let attack = try Attack()
            do {
                var sockets = DescriptorList()
                for _ in 0..<127 {
                    var observer = try RawClient(attack.server)
                    guard case .success = try observer.ask(ObserveCall()) else {
                        Issue.record("no stream of events")
                        return
                    }
                    sockets.append(try observer.socket.duplicate())
                }
                // What needs a thread of the pool and a media worker.
                let photos = try attack.folder.writePhotos(3, to: "photos")
                #expect(try attack.server.importing(photos).result.imported == 3)
                let seen = try attack.server.owner.allAssets()
                #expect(seen.count == 3)
                var last = try RawClient(attack.server)
                let picture = try last.ask(ThumbnailCall(of: seen[0], PixelSize(width: 64, height: 64), nil))
                guard case .success = picture else {
                    Issue.record("no picture")
                    return
                }
                sockets.removeAll()
            }
            try attack.expectNobodyNoticed()
        }

        /// Sixteen requests on each of eight connections, with pixels that take long to encode.
        @Test func `an app without access that floods the encoder is refused each time`() throws {
            let attack = try Attack(letting: .denied)
            do {
                let side = 2_000
                let pixels = try SealedMemory.make([UInt8](repeating: 127, count: 4 * side * side).span)
                let call = EncodeJPEGCall(PixelSize(width: side, height: side), quality: 90)
                for _ in 0..<8 {
                    var peer = try RawClient(attack.server)
                    for _ in 0..<16 {
                        try peer.request(call.encoded, descriptors: DescriptorList(try pixels.duplicate()))
                    }
                    for _ in 0..<16 {
                        guard let frame = try peer.next(), case .failure(let error) = try frame.reply() else {
                            Issue.record("it was not refused")
                            return
                        }
                        #expect(error.code == .accessDenied)
                    }
                }
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `a large request of an app without access is refused before it is unpacked`() throws {
            let attack = try Attack(letting: .denied)
            do {
                // Two million empty operations in sealed memory.
                let operations = (0..<4_000_000).map { $0 % 2 == 0 ? 0x12 : 0 as UInt8 }
                var message: [UInt8] = [0xB2, 1]
                var length = operations.count
                while length >= 0x80 {
                    message.append(UInt8(length & 0x7F) | 0x80)
                    length >>= 7
                }
                message.append(UInt8(length))
                let memory = try SealedMemory.make((message + operations).span)
                let before = try attack.residentMemory()
                var peer = try RawClient(attack.server)
                for _ in 0..<4 {
                    let stream = try peer.request(
                        MessageInDescriptor.payload,
                        descriptors: DescriptorList(try memory.duplicate())
                    )
                    let frame = try peer.next()
                    #expect(frame?.header.stream == stream)
                    guard case .failure(let error)? = try frame?.reply() else {
                        Issue.record("it was not refused")
                        return
                    }
                    #expect(error.code == .accessDenied)
                }
                #expect(try attack.residentMemory() < before + (128 << 20))
            }
            try attack.expectNobodyNoticed()
        }

        /// As many connections as an app may have, each with all of a large frame but its last byte.
        @Test func `frames that an app begins and does not end take its share of memory and no more`() throws {
            let attack = try Attack(letting: .denied)
            do {
                let before = try attack.residentMemory()
                var sockets = DescriptorList()
                var frame = [UInt8](repeating: 0, count: FrameHeader.byteCount + (1 << 20) - 1)
                FrameHeader(.request, stream: 1, payloadLength: 1 << 20).encode(into: &frame)
                for _ in 0..<120 {
                    let peer = try RawClient(attack.server)
                    try peer.send(frame)
                    sockets.append(try peer.socket.duplicate())
                }
                #expect(try attack.residentMemory() < before + (64 << 20))
                withExtendedLifetime(sockets) {}
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `what has no time is not answered as if it had`() throws {
            let attack = try Attack()
            do {
                var peer = try RawClient(attack.server)
                for call in [CurrentTokenCall(), FetchCall(FetchRequest(.allAssets)), ObserveCall()] as [any Call] {
                    for timeout in [0, 1] as [UInt64] {
                        var request: [UInt8] = []
                        let end = LibraryRequest(call, timeout: timeout).encode(into: &request, at: 0)
                        let frames = try peer.frames(of: Array(request[..<end]))
                        guard case .failure(let error)? = try frames.last?.reply() else {
                            Issue.record("a timeout of \(timeout) was long enough")
                            continue
                        }
                        #expect(error.code == .deadlineExceeded)
                    }
                }
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `a question that has a deadline is taken back then`() throws {
            let attack = try Attack()
            try attack.server.owner.setStatus(.notDetermined, ofApp: ownIdentity(), for: .readWrite)
            do {
                let agent = try TestAgent(attack.server.owner)
                var peer = try RawClient(attack.server)
                var request: [UInt8] = []
                let end = LibraryRequest(RequestAuthorizationCall(.readWrite), timeout: 300_000_000)
                    .encode(into: &request, at: 0)
                let frames = try peer.frames(of: Array(request[..<end]))
                #expect(frames.count == 2)
                guard case .failure(let error)? = try frames.last?.reply() else {
                    Issue.record("it did not end")
                    return
                }
                #expect(error.code == .deadlineExceeded)
                withExtendedLifetime(agent) {}
            }
            try attack.expectNobodyNoticed()
        }
    }
}
