import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// The person takes something back while an app has a hundred requests for it under way. What lies in the app's
    /// socket when they are told that it is done was sent before; in everything behind that there is nothing of it.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct RevocationUnderLoadTests {
        private static let photoCount = 6
        private static let rounds = 4

        private let folder: ScratchFolder
        private let server: ServerProcess
        private let owner: LibraryClient
        private let app: String
        private let photos: [ObjectID]

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            owner = server.owner
            app = try ownIdentity()
            for seed in 1...RevocationUnderLoadTests.photoCount {
                // Large enough that a picture of it takes a moment.
                let photo = SamplePhoto(size: PixelSize(width: 900, height: 600), seed: UInt64(seed))
                try owner.addPhoto(try photo.encoded())
            }
            let all = try owner.fetch(FetchRequest(.allAssets))
            photos = (0..<all.count).map { all[$0] }
        }

        /// What an app is sent while a decision is made.
        private struct Heard {
            var reply: Result<any CallReply, LibraryError>
            var descriptorCount: Int
        }

        /// Sends all calls at once, decides as soon as the first is answered, and returns what was sent before the
        /// decision was acknowledged and what came behind it. Behind it may be less than is missing: the app may have
        /// been cut off.
        private func decide(
            while app: inout RawClient,
            asks calls: [any Call],
            _ decision: () throws -> Void
        ) throws -> (before: [Heard], after: [Heard]) {
            for call in calls { try app.request(call.encoded) }
            #expect(try Poll.wait(app.socket, for: .readable, timeoutNanoseconds: 60_000_000_000))
            try decision()
            let boundary = try app.socket.unreadByteCount()
            var (before, after): ([Heard], [Heard]) = ([], [])
            var offset = 0
            for _ in calls {
                guard let frame = try app.next() else { break }
                let heard = Heard(reply: try frame.reply(), descriptorCount: Int(frame.header.descriptorCount))
                if offset < boundary { before.append(heard) } else { after.append(heard) }
                offset += FrameHeader.byteCount + frame.payload.count
            }
            return (before, after)
        }

        /// Pictures, files and pages, in turn.
        private func calls(_ count: Int, about photos: [ObjectID]) -> [any Call] {
            (0..<count).map { number in
                let photo = photos[number / 4 % photos.count]
                return switch number % 4 {
                // Of a size that is not kept.
                case 0: ThumbnailCall(of: photo, PixelSize(width: 700 - number, height: 700 - number))
                case 1: OpenResourceCall(.photo, of: photo)
                case 2: LoadCall(.asset, [photo], hints: [])
                default: ResourcesCall(of: photo)
                }
            }
        }

        private func expectNothing(_ heard: [Heard], _ code: LibraryError.Code) {
            for heard in heard {
                #expect(heard.descriptorCount == 0)
                switch heard.reply {
                case .failure(let error): #expect(error.code == code)
                // A row for each that was asked for, of which none is there.
                case .success(LoadedPage.assets(let page)):
                    #expect(page.flags.allSatisfy { $0 == 0 } && page.pixelWidth.allSatisfy { $0 == 0 })
                default: Issue.record("an app was told something that it may not know")
                }
            }
        }

        @Test func `no picture, file or page comes behind a withdrawal`() throws {
            var (sentBefore, sentAfter, descriptors) = (0, 0, 0)
            for _ in 0..<RevocationUnderLoadTests.rounds {
                try server.letIn(.authorized)
                var client = try RawClient(server)
                let (before, after) = try decide(while: &client, asks: calls(160, about: photos)) {
                    try owner.setStatus(.denied, ofApp: app, for: .readWrite)
                }
                sentBefore += before.count
                sentAfter += after.count
                descriptors += before.reduce(0) { $0 + $1.descriptorCount }
                expectNothing(after, .accessDenied)
            }
            print(
                "\(sentBefore) answers with \(descriptors) descriptors before the withdrawals, \(sentAfter) behind them"
            )
            #expect(sentBefore > 0 && sentAfter > 0 && descriptors > 0)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `nothing of a photo that left the selection comes behind its leaving`() throws {
            try server.letIn(.limited)
            let lost = photos[0]
            var sentAfter = 0
            for _ in 0..<RevocationUnderLoadTests.rounds {
                try owner.select(photos, forApp: app, deselects: false)
                var client = try RawClient(server)
                let (_, after) = try decide(while: &client, asks: calls(160, about: [lost])) {
                    try owner.select([lost], forApp: app, deselects: true)
                }
                sentAfter += after.count
                expectNothing(after, .notFound)
                // What it may still see it sees.
                guard
                    case .success(.count(let count)) = try RawClient.asking(
                        server,
                        FetchCall(FetchRequest(.allAssets), countsOnly: true)
                    )
                else {
                    Issue.record("the app was not told how much it sees")
                    return
                }
                #expect(count == photos.count - 1)
            }
            #expect(sentAfter > 0)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `nothing that was picked comes behind its being taken back`() async throws {
            let agent = try TestAgent(owner)
            defer { agent.leave() }
            var sentAfter = 0
            for round in 1...RevocationUnderLoadTests.rounds {
                var client = try RawClient(server)
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 0
                guard case .success(let begun) = try client.openStream(PickCall(configuration)) else {
                    Issue.record("the picker was not shown")
                    return
                }
                try agent.answer(try #require(await agent.prompt(round)), .picked(photos))
                let told = try #require(try client.next())
                guard case .success(let event as PickEvent) = try told.reply() else {
                    Issue.record("nothing was picked")
                    return
                }
                #expect(event.items.count == photos.count)
                let calls: [any Call] = (0..<160).map { number in
                    let item = event.items[number % photos.count].number
                    let size = PixelSize(width: 700 - number, height: 700 - number)
                    return switch number % 3 {
                    case 0: PickedThumbnailCall(pick: begun.pick, item: item, size)
                    case 1: OpenPickedCall(pick: begun.pick, item: item, .photo)
                    default: PickedResourcesCall(pick: begun.pick, item: item)
                    }
                }
                let (_, after) = try decide(while: &client, asks: calls) { try owner.revokePicks(ofApp: app) }
                sentAfter += after.count
                expectNothing(after, .notFound)
            }
            #expect(sentAfter > 0)
        }

        /// Were anything told between the withdrawal and the next grant, it would come before what the grant tells.
        @Test func `an observer hears nothing between a withdrawal and the next grant, however much happens`() throws {
            try server.letIn(.authorized)
            var client = try RawClient(server)
            guard case .success = try client.openStream(ObserveCall()) else {
                Issue.record("the app does not observe")
                return
            }
            func change(_ isFavorite: Bool) throws {
                var update = AssetUpdate()
                update.isFavorite = isFavorite
                _ = try owner.perform(ChangeBlock(operations: photos.map { .updateAsset($0, update) }))
            }
            // That the tools are told of something tells that changes are being looked at.
            var tools = try RawClient(server, isManagement: true)
            guard case .success = try tools.openStream(ObserveCall()) else {
                Issue.record("the tools do not observe")
                return
            }
            for _ in 0..<RevocationUnderLoadTests.rounds {
                // An event is being made while access is withdrawn.
                try change(true)
                try owner.setStatus(.denied, ofApp: app, for: .readWrite)
                // What was sent before comes before the answer to this.
                _ = try client.eventsSoFar()
                for isFavorite in [false, true] { try change(isFavorite) }
                _ = try tools.eventsSoFar()
                try change(false)
                #expect(try tools.next()?.header.type == .data)
                #expect(try client.eventsSoFar() == 0)
                try owner.setStatus(.authorized, ofApp: app, for: .readWrite)
                #expect(try client.next()?.header.type == .data)
            }
            #expect(try server.stop().status == .exited(0))
        }
    }
}

extension RawClient {
    /// Asks one thing on a connection of its own.
    fileprivate static func asking<Asked: Call>(
        _ server: ServerProcess,
        _ call: Asked
    ) throws -> Result<Asked.Reply, LibraryError> {
        var client = try RawClient(server)
        return try client.ask(call)
    }
}
