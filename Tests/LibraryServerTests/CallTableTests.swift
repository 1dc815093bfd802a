import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

@testable import LibraryServer

/// Every call of the protocol, asked by everybody.
@Suite(.serialized, .timeLimit(.minutes(3))) struct CallTableTests {
    /// A library with what an app sees, and with what it does not see. `asker` is connected to it.
    final class Scene {
        let served: Served
        /// There, and seen by those who see anything.
        var seen = CallSubject()
        /// There, and not seen by an app with limited access or less.
        var unseen = CallSubject()

        init(_ asker: Requester) throws {
            served = try Served(photos: 2)
            try served.decide(.limited)
            seen.asset = served.photos[0]
            unseen.asset = served.photos[1]
            try served.owner.select([served.photos[0]], forApp: served.library.appIdentity, deselects: false)
            (seen.album, seen.folder) = try Scene.collections(by: served.app, holding: seen.asset)
            (unseen.album, unseen.folder) = try Scene.collections(by: served.owner, holding: unseen.asset)
            for keyPath in [\Scene.seen, \Scene.unseen] {
                let asset = LocalIdentifier(.asset, self[keyPath: keyPath].asset)
                let named = try served.owner.cloudIdentifiers(of: [asset])
                self[keyPath: keyPath].cloud = try #require(named[0])
                self[keyPath: keyPath].app = served.library.appIdentity
                self[keyPath: keyPath].ownAlbum = seen.album
            }
            switch asker {
            case .owner: break
            case .full: try served.decide(.authorized)
            case .limited: break
            case .addOnly:
                try served.decide(.denied)
                try served.owner.setStatus(.authorized, ofApp: served.library.appIdentity, for: .addOnly)
            case .denied: try served.decide(.denied)
            case .neverAsked: try served.decide(.notDetermined)
            }
            let token =
                switch asker {
                case .full, .limited: try served.app.currentToken()
                default: try served.owner.currentToken()
                }
            (seen.token, unseen.token) = (token.serialized, token.serialized)
        }

        private static func collections(by client: LibraryClient, holding asset: ObjectID) throws -> (
            ObjectID, ObjectID
        ) {
            let ids = try client.mintIdentifiers(2)
            try client.perform(
                .createCollection(.collectionList, ids[1], title: "Folder", parent: nil),
                .createCollection(.assetCollection, ids[0], title: "Album", parent: ids[1]),
                .insertMembers(.album(ids[0]), [LocalIdentifier(.asset, asset)], at: nil)
            )
            return (ids[0], ids[1])
        }

        /// What never was, for who can go on with the same token.
        var absent: CallSubject {
            var subject = seen
            let never = CallSubject()
            (subject.asset, subject.album, subject.folder) = (never.asset, never.album, never.folder)
            subject.cloud = never.cloud
            return subject
        }

        func client(_ asker: Requester) throws -> RawClient {
            try RawClient(served.library, isManagement: !asker.isApp)
        }

        /// Asks again and again for what is seen.
        func ask(_ client: inout RawClient, _ row: CallRow, count: Int) throws {
            for _ in 0..<count {
                for call in row.calls(seen) { _ = try answer(&client, row, call) }
            }
        }

        /// All that a call is answered.
        func answer(_ client: inout RawClient, _ row: CallRow, _ call: any Call) throws -> [RawClient.Frame] {
            // Without an agent, questions end by themselves.
            let goesOn =
                call is ObserveCall || call is SubscribeAgentCall || call is CloudCommandsCall
                || call is WantedOriginalsCall
            guard let file = row.file else { return try client.frames(of: call.encoded, cancels: goesOn) }
            let bytes = try file()
            var files = DescriptorList(try SealedMemory.make(bytes.span))
            if row.hasOutput { files.append(try SealedMemory.makeUnsealed()) }
            return try client.frames(of: call.encoded, descriptors: files)
        }
    }

    private func name(_ call: any Call) -> String { String("\(call)".prefix(80)) }

    @Test func `every call of the schema is tried`() {
        let tried = CallRow.all.map { RequestPrescan($0.calls(CallSubject())[0].encoded.span).callNumber }
        #expect(Set(tried) == Set(CallTable.all.map { UInt64($0.rules.number) }))
        #expect(Set(tried).count == tried.count)
    }

    @Test func `calls are refused exactly as their rules say`() {
        for row in CallRow.all {
            let call = row.calls(CallSubject())[0]
            let (rules, name) = (type(of: call).rules, Comment(rawValue: name(call)))
            let isOfOwner = rules.audience == .owner || rules.audience == .agents
            #expect(isOfOwner == (row.full == .unimplemented), name)
            #expect((rules.audience == .apps) == (row.owner == .invalidRequest), name)
            guard !isOfOwner else { continue }
            #expect((rules.access == .reading || rules.access == .adding) == (row.denied == .accessDenied), name)
            if rules.access == .reading { #expect(row.addOnly == .accessDenied, name) }
        }
    }

    @Test func `every call is served, and by a stream where its rules say so`() {
        for call in CallTable.all {
            let isServed = call is any AnsweredCall.Type || call is any DescriptorCall.Type
            #expect(isServed != call.rules.isStream, "\(call)")
            let streams = call is any StreamedCall.Type || call is any StreamedDescriptorCall.Type
            #expect(streams == call.rules.isStream, "\(call)")
        }
    }

    @Test(arguments: Requester.allCases) func `access to each call is as the protocol's table says`(_ asker: Requester)
        throws
    {
        let scene = try Scene(asker)
        for row in CallRow.all {
            // Each on a connection of its own: some calls change what the next would see.
            var client = try scene.client(asker)
            for call in row.calls(scene.seen) {
                let first = try scene.answer(&client, row, call)[0].reply()
                let code: LibraryError.Code? = if case .failure(let error) = first { error.code } else { nil }
                #expect(code == row.expected(asker), "\(asker): \(name(call))")
            }
        }
    }

    @Test(arguments: [Requester.limited, .addOnly, .denied, .neverAsked])
    func `invisible and nonexistent objects get identical replies`(_ asker: Requester) throws {
        let scene = try Scene(asker)
        var client = try scene.client(asker)
        var compared = 0
        for row in CallRow.all {
            for (unseen, absent) in zip(row.calls(scene.unseen), row.calls(scene.absent)) {
                // What is about no object is answered with numbers that are new each time.
                guard unseen.encoded != absent.encoded else { continue }
                let told = try scene.answer(&client, row, unseen)
                let expected = try scene.answer(&client, row, absent)
                guard told.count == expected.count else {
                    Issue.record("\(asker): \(name(unseen)): \(told.count) frames and \(expected.count)")
                    continue
                }
                for (left, right) in zip(told, expected) {
                    #expect(left.header.flags == right.header.flags, "\(asker): \(name(unseen))")
                    #expect(left.header.descriptorCount == right.header.descriptorCount, "\(asker): \(name(unseen))")
                    // Minted identifiers and numbers of picks are new each time.
                    switch try left.reply() {
                    case .success(is MintResult), .success(is PickEvent): continue
                    default: #expect(left.payload == right.payload, "\(asker): \(name(unseen))")
                    }
                }
                compared += 1
            }
        }
        #expect(compared > 40)
    }

    @Test(arguments: [Requester.owner, .full, .neverAsked]) func `a request leaves nothing behind`(_ asker: Requester)
        throws
    {
        let scene = try Scene(asker)
        for row in CallRow.all {
            var client = try scene.client(asker)
            try scene.ask(&client, row, count: row.repetitions / 5)
            let allowed = CallTableTests.allowance + row.kept * row.repetitions
            var grown = Int.max
            // What a request leaves, it leaves the second time, too. What is made once, such as the statements of a
            // reader that was not used before, it does not.
            for _ in 0..<4 where grown >= allowed {
                let before = HeapUse.bytes()
                try scene.ask(&client, row, count: row.repetitions)
                grown = HeapUse.bytes() - before
            }
            #expect(
                grown < allowed,
                "\(asker): \(name(row.calls(scene.seen)[0]))"
            )
        }
    }

    /// A request that left a kilobyte behind each time would be seen; what caches and the database's pages take is not.
    private static let allowance = 128 << 10
}
