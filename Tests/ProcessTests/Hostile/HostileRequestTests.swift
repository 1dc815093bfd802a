import Glibc
import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Well-formed frames with requests that nobody may make.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct HostileRequestTests {
        @Test func `predicates that are no predicates`() throws {
            let attack = try Attack()
            let app = attack.server.app
            let limit = PredicateProgram.maximumInstructions
            func code(_ instructions: [PredicateInstruction]) throws -> LibraryError.Code? {
                do throws(LibraryError) {
                    _ = try app.fetch(FetchRequest(.allAssets, predicate: PredicateProgram(instructions)))
                    return nil
                } catch { return error.code }
            }
            #expect(try code([.and]) == .invalidRequest)
            #expect(try code([.constant(true), .or]) == .invalidRequest)
            #expect(try code([.not]) == .invalidRequest)
            #expect(try code([]) == .invalidRequest)
            #expect(try code([.key("creationDate"), .compare(.equal, [])]) == .invalidRequest)
            #expect(try code([.constant(true), .constant(true)]) == .invalidRequest)
            // Lengths that no program has are no messages.
            #expect(try code([.list(count: Int(Int32.max))]) == .protocolViolation)
            #expect(try code([.list(count: -1)]) == .protocolViolation)
            #expect(try code([.literal(.integer(1)), .list(count: 2)]) == .invalidRequest)
            #expect(try code([.key("creationDate"), .constant(true), .compare(.equal, [])]) == .invalidRequest)
            let tooMany = [PredicateInstruction.constant(true)] + Array(repeating: .not, count: limit)
            #expect(tooMany.count == limit + 1)
            let answer = try #require(try code(tooMany))
            #expect([.invalidRequest, .limitExceeded].contains(answer))
            // As long as it may be, in the shapes that a naive reader of it would take the deepest.
            for deep in [
                [.constant(true)] + Array(repeating: .not, count: limit - 1),
                Array(repeating: .constant(true), count: limit / 2) + Array(repeating: .and, count: limit / 2 - 1),
                (0..<(limit - 1) / 2).reduce(into: [.constant(true)]) { program, number in
                    program += [.constant(number % 2 == 0), number % 3 == 0 ? .or : .and]
                },
            ] as [[PredicateInstruction]] {
                let answer = try code(deep)
                #expect(answer == nil || answer == .limitExceeded || answer == .invalidRequest)
            }
            try attack.expectNobodyNoticed()
        }

        /// By a limited app, whose patterns are compiled, and by one that may see nothing, whose are not.
        @Test(arguments: [AuthorizationStatus.limited, .denied])
        func `patterns made to be too large or too slow`(status: AuthorizationStatus) throws {
            let attack = try Attack(letting: status)
            func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
            for pattern in [
                "(a?b?c?d?){1000}", "(a?b?c?d?e?f?g?h?){1000}", "(a?b?c?d?){511}", "(a|b)*a((a|b){30}){33}c",
                "((((((a{999999}){999999}){999999}){999999}){999999}){999999}){999999}", "((){1000000}){1000000}",
                repeated("(", 1_024), repeated("[", 1_024), repeated("(", 512) + repeated(")", 512),
                repeated("(", 32) + repeated("[a", 8) + repeated("]", 8) + repeated(")", 32), repeated("a|", 512),
                repeated("(?i)", 256), repeated("\\", 1_023), repeated("a", 6_000_000),
            ] {
                for comparison in [PredicateComparison.matches, .like] {
                    let program = PredicateProgram([
                        .key("filename"), .literal(.text(pattern)), .compare(comparison, [.caseInsensitive]),
                    ])
                    do throws(LibraryError) {
                        let found = try attack.server.app.fetch(FetchRequest(.allAssets, predicate: program))
                        #expect(found.count == 0)
                    } catch {
                        // What is large is not even unpacked for an app that may see nothing.
                        let expected: Set<LibraryError.Code> =
                            status == .limited
                            ? [.invalidRequest, .limitExceeded] : pattern.utf8.count > 65_536 ? [.accessDenied] : []
                        #expect(expected.contains(error.code), "\(error)")
                    }
                }
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `an unknown key and a wrong type are told by name`() throws {
            let attack = try Attack()
            for (program, name) in [
                ([.key("favouriteColour"), .literal(.integer(1)), .compare(.equal, [])], "favouriteColour"),
                ([.key("creationDate"), .literal(.text("yesterday")), .compare(.equal, [])], "creationDate"),
                ([.key("pixelWidth"), .literal(.text("wide")), .compare(.contains, [])], "pixelWidth"),
            ] as [([PredicateInstruction], String)] {
                let request = FetchRequest(.allAssets, predicate: PredicateProgram(program))
                let error = #expect(throws: LibraryError.self) { _ = try attack.server.app.fetch(request) }
                #expect(error?.code == .invalidRequest)
                #expect(error?.details["key"] == name)
                #expect(error?.reason.contains(name) == true)
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `more than there is in one request`() throws {
            let attack = try Attack()
            var peer = try RawClient(attack.server)
            let ids = (0...AssetPage.maximumRows).map { _ in ObjectID.random() }
            #expect(ids.count == 769)
            let tooMany = try peer.failure(of: LoadCall(.assetCollection, ids, hints: []))
            #expect(tooMany?.code == .limitExceeded || tooMany?.code == .invalidRequest)
            guard case .success(.assets(let page)) = try peer.ask(LoadCall(.asset, Array(ids.dropLast()), hints: []))
            else {
                Issue.record("as many as there may be were refused")
                return
            }
            #expect(page.count == AssetPage.maximumRows)
            #expect(try peer.failure(of: LoadCall(.asset, [ids[0]], hints: [1, 2])) != nil)
            for count in [0, 10_001, Int(Int32.max)] { #expect(try peer.failure(of: MintCall(count)) != nil) }
            #expect(try peer.failure(of: MintCall(10_000)) == nil)
            #expect(try peer.failure(of: PingCall(payload: [], replySize: 1 << 20))?.code == .limitExceeded)
            let size = PixelSize(width: 0, height: PixelImage.maximumSide + 1)
            #expect(try peer.failure(of: ThumbnailCall(of: ids[0], size))?.code == .invalidRequest)
            try attack.expectNobodyNoticed()
        }

        @Test func `what is no file cannot be staged`() throws {
            let attack = try Attack()
            let app = attack.server.app
            let path = attack.folder.file("fifo")
            #expect(unsafe mkfifo(path.text, 0o600) == 0)
            let writeOnly = try attack.folder.write(try TestPhoto.jpeg(1), to: "write-only.jpg")
            // O_PATH.
            let pathOnly = OpenFlags(rawValue: 0o10000000)
            let files: [(name: FilePath, flags: OpenFlags)] = [
                (path, OpenFlags.nonBlocking), (attack.folder.path, OpenFlags.folder),
                ("/dev/zero", OpenFlags.readOnly),
                ("/dev/null", OpenFlags.readOnly), ("/proc/self/mem", OpenFlags.readOnly),
                (writeOnly, OpenFlags.writeOnly), (writeOnly, pathOnly), ("/dev/zero", pathOnly),
            ]
            for (name, flags) in files {
                for _ in 0..<8 {
                    let file = try OwnedDescriptor(opening: name, flags)
                    let error = #expect(throws: LibraryError.self, "\(name.text)") {
                        _ = try app.stage(file, filename: "hostile.jpg")
                    }
                    #expect(error?.code == .invalidResource, "\(name.text): \(error?.reason ?? "")")
                }
            }
            for _ in 0..<8 {
                let pair = try UnixSocket.pair()
                let error = #expect(throws: LibraryError.self) { _ = try app.stage(pair.first, filename: "socket.jpg") }
                #expect(error?.code == .invalidResource)
                let event = try EventDescriptor()
                let other = #expect(throws: LibraryError.self) {
                    _ = try app.stage(event.descriptor, filename: "event.jpg")
                }
                #expect(other?.code == .invalidResource)
            }
            // Memory is as good as a file, sealed or not, when it holds a photo.
            let memory = try SealedMemory.makeUnsealed()
            try memory.write(try TestPhoto.jpeg(2))
            #expect(try app.stage(memory, filename: "memory.jpg").metadata.contentType == "image/jpeg")
            let garbage = try SealedMemory.makeUnsealed()
            try garbage.setSize(1 << 20)
            let error = #expect(throws: LibraryError.self) { _ = try app.stage(garbage, filename: "zeros.jpg") }
            #expect(error?.code == .invalidResource)
            #expect(try attack.server.problems() == [])
            try attack.expectNobodyNoticed()
        }

        @Test func `names of files that nobody could have`() throws {
            let attack = try Attack()
            let app = attack.server.app
            for name in [
                "", "/etc/passwd", "../../x.jpg", String(repeating: "x", count: 2_000), "a\0b.jpg", "new\nline.jpg",
            ] {
                let photo = try SealedMemoryFile.make(TestPhoto.jpeg(3))
                let staged: StagedResource
                do throws(LibraryError) {
                    staged = try app.stage(photo, filename: name)
                    let id = try app.mintIdentifiers(1)[0]
                    let creation = AssetCreation(
                        id: id,
                        resources: [StagedResourceUse(staged: staged.id, kind: .photo)]
                    )
                    _ = try app.perform(ChangeBlock(operations: [.createAsset(creation)]))
                } catch {
                    #expect(
                        [.invalidRequest, .limitExceeded, .invalidResource].contains(error.code),
                        "\(error.reason)"
                    )
                }
            }
            #expect(try attack.server.problems() == [])
            try attack.expectNobodyNoticed()
        }

        @Test func `pixels that are not what is said of them`() throws {
            let attack = try Attack()
            var peer = try RawClient(attack.server)
            let size = PixelSize(width: 16, height: 16)
            func failure(_ pixels: consuming OwnedDescriptor, _ size: PixelSize, _ quality: Int = 80) throws
                -> LibraryError?
            {
                try peer.failure(of: EncodeJPEGCall(size, quality: quality), descriptors: DescriptorList(pixels))
            }
            let right = [UInt8](repeating: 7, count: 16 * 16 * 4)
            #expect(try failure(SealedMemoryFile.make(right), size) == nil)
            for _ in 0..<8 {
                let unsealed = try SealedMemory.makeUnsealed()
                try unsealed.write(right)
                #expect(try failure(unsealed, size) != nil)
                #expect(try failure(SealedMemoryFile.make(right.dropLast()), size) != nil)
                #expect(try failure(SealedMemoryFile.make((right + [1])), size) != nil)
                #expect(try failure(SealedMemoryFile.make([]), size) != nil)
                #expect(try failure(OwnedDescriptor(opening: "/dev/zero"), size) != nil)
                #expect(try failure(UnixSocket.pair().take { first, _ in first }, size) != nil)
            }
            #expect(try failure(SealedMemoryFile.make(right), PixelSize(width: 0, height: 16)) != nil)
            #expect(try failure(SealedMemoryFile.make(right), PixelSize(width: Int(Int32.max), height: 16)) != nil)
            #expect(try failure(SealedMemoryFile.make(right), PixelSize(width: 65_536, height: 65_536)) != nil)
            for quality in [0, 101, Int(Int32.max)] {
                #expect(try failure(SealedMemoryFile.make(right), size, quality)?.code == .invalidRequest)
            }
            // A message in memory that could change while it is read.
            let unsealed = try SealedMemory.makeUnsealed()
            try unsealed.write(CurrentTokenCall().encoded)
            let stream = try peer.request(MessageInDescriptor.payload, descriptors: DescriptorList(unsealed))
            let answer = try #require(try peer.next())
            #expect(answer.header.stream == stream)
            guard case .failure(let error) = try answer.reply() else {
                Issue.record("a message in unsealed memory was read")
                return
            }
            #expect(error.code == .invalidRequest)
            // A message in memory that says that it is in memory.
            let nested = try SealedMemoryFile.make(MessageInDescriptor.payload)
            try peer.request(MessageInDescriptor.payload, descriptors: DescriptorList(nested))
            guard case .failure = try #require(try peer.next()).reply() else {
                Issue.record("a message that is nowhere was read")
                return
            }
            try attack.expectNobodyNoticed()
        }

        @Test func `tokens that were altered or are of another library`() throws {
            let attack = try Attack()
            var peer = try RawClient(attack.server)
            let token = try attack.server.app.currentToken()
            #expect(try peer.failure(of: HistoryCall(since: token.serialized)) == nil)
            for bit in 0..<ChangeToken.byteCount * 8 {
                var bytes = token.serialized
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(try peer.failure(of: HistoryCall(since: bytes))?.code == .tokenExpired, "bit \(bit)")
            }
            for bytes in [[], [1], Array(token.serialized.dropLast()), token.serialized + [0]] as [[UInt8]] {
                #expect(try peer.failure(of: HistoryCall(since: bytes))?.code == .tokenExpired)
            }
            let other = try ServerProcess(in: attack.folder, library: "Other.photolibrary", socketName: "other.sock")
            try other.letIn(.authorized)
            let foreign = try peer.failure(of: HistoryCall(since: try other.app.currentToken().serialized))
            #expect(foreign?.code == .tokenExpired)
            #expect(foreign?.details["cause"] == "library")
            try other.stop()
            var future = token
            future.sequence += 1_000_000
            #expect(try peer.failure(of: HistoryCall(since: future.serialized))?.code == .tokenExpired)
            try attack.expectNobodyNoticed()
        }

        @Test func `the calls of the person's own tools on the apps' socket`() throws {
            let attack = try Attack(letting: .denied)
            var peer = try RawClient(attack.server)
            let identity = try ownIdentity()
            for call in [
                StatisticsCall(), GrantsCall(), SetGrantCall(app: identity, .readWrite, .authorized),
                SelectCall(app: identity, [.random()], deselects: false), VerifyCall(position: nil),
            ] as [any Call] {
                #expect(try peer.failure(of: call)?.code == .unimplemented)
            }
            guard try peer.ask(AuthorizationStatusCall(.readWrite)) == .success(AuthorizationResult(.denied)) else {
                Issue.record("an app decided about itself")
                return
            }
            try attack.expectNobodyNoticed()
        }
    }
}
