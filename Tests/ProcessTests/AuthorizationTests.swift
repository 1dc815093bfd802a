import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

extension RealPrograms {
    /// Who may see what, over real processes: this test program is the app.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct AuthorizationTests {
        @Test func `a question waits for the person, and nobody waits with it`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let app = server.app
            let agent = try TestAgent(server.owner)
            defer { agent.leave() }
            #expect(try app.authorizationStatus(for: .readWrite) == .notDetermined)
            var question = try RawClient(server)
            guard
                try question.ask(RequestAuthorizationCall(.readWrite)) == .success(AuthorizationResult(.notDetermined))
            else {
                Issue.record("the question was not taken")
                return
            }
            #expect(try server.owner.grants().map(\.app) == [ownIdentity()])
            // The server goes on, for this app and for others, and on this very connection.
            for _ in 0..<50 {
                #expect(try app.authorizationStatus(for: .readWrite) == .notDetermined)
                #expect(try app.fetch(FetchRequest(.allAssets)).count == 0)
                #expect(try server.owner.statistics().assetCount == 0)
                guard case .success(.count(0)) = try question.ask(FetchCall(FetchRequest(.allAssets), countsOnly: true))
                else {
                    Issue.record("a denied app counts something")
                    return
                }
            }
            // Another level is another question.
            try server.letIn(.denied, .addOnly)
            #expect(try app.authorizationStatus(for: .addOnly) == .denied)
            #expect(try app.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(try server.photos("privacy", "set", ownIdentity(), "full").status == .exited(0))
            guard case .success(let answer as AuthorizationResult)? = try question.next()?.reply(),
                answer.status == .authorized
            else {
                Issue.record("another answer than was given")
                return
            }
            #expect(try app.authorizationStatus(for: .readWrite) == .authorized)
            // Who may do everything may add.
            #expect(try app.authorizationStatus(for: .addOnly) == .authorized)
            #expect(try server.photos("privacy", "list").output.contains("full"))
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a decision survives a server that is killed`() throws {
            let folder = try ScratchFolder()
            var server = try ServerProcess(in: folder)
            let app = server.app
            try server.letIn(.limited)
            try server.kill()
            server = try ServerProcess(in: folder)
            #expect(try app.authorizationStatus(for: .readWrite) == .limited)
            try server.letIn(.notDetermined)
            #expect(try app.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `programs are asked for, let in and kept out by their own identity`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let agent = try TestAgent(server.owner)
            defer { agent.leave() }
            let camera = try RunningProgram("Camera", [], environment: server.environment)
            #expect(camera.waitForError(containing: "waiting for leave"))
            let hasAsked = try eventually {
                try server.owner.grants().map(\.app) == [identity(of: "Camera")]
            }
            #expect(hasAsked)
            try server.letIn("Darkroom", "full")
            #expect(!camera.errorText.contains("added"))
            try server.letIn("Camera", "full", "--add-only")
            let finished = try camera.finish()
            #expect(finished.status == .exited(0), "\(finished.errors)")
            #expect(try server.owner.statistics().assetCount == 1)

            try server.letIn("Camera", "denied", "--add-only")
            let refused = try RunningProgram.run("Camera", [], environment: server.environment)
            #expect(refused.status == .exited(77))
            #expect(refused.errors.contains("not allowed"))
            try server.letIn("HikingCollage", "denied")
            let denied = try RunningProgram.run(
                "HikingCollage",
                ["--suggest-hikes", "1"],
                environment: server.environment
            )
            #expect(denied.status == .exited(77))
            #expect(denied.errors.contains("denied"))
            #expect(try server.owner.statistics().assetCount == 1)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a program that finds nobody to ask says what to start`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder, ["--agent", "none"])
            let unasked = try RunningProgram.run("Camera", [], environment: server.environment)
            #expect(unasked.status == .exited(77))
            #expect(unasked.errors.ranges(of: "start `photos agent`").count == 1, "\(unasked.errors)")
            #expect(try server.stop().status == .exited(0))
            let alone = try RunningProgram.run("Camera", [], environment: server.environment)
            #expect(alone.status == .exited(77))
            #expect(alone.errors.ranges(of: "start `photolibraryd`").count == 1, "\(alone.errors)")
        }

        @Test(arguments: [AuthorizationStatus.denied, .notDetermined, .restricted])
        func `without access fetches are empty and everything else is refused`(_ status: AuthorizationStatus) throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let photo = try server.owner.addPhoto(try TestPhoto.jpeg(1))
            let token = try server.owner.currentToken()
            try server.letIn(.authorized)
            let app = server.app
            #expect(try app.allAssets() == [photo])
            try server.letIn(status)
            let code: LibraryError.Code = status == .restricted ? .accessRestricted : .accessDenied

            #expect(try app.fetch(FetchRequest(.allAssets)).count == 0)
            #expect(try app.count(FetchRequest(.identifiers(.asset, [photo]))) == 0)
            var update = AssetUpdate()
            update.isFavorite = true
            let photoBytes = try SealedMemoryFile.make(TestPhoto.jpeg(2))
            let attempts: [() throws -> Void] = [
                { _ = try app.resources(of: photo) }, { _ = try app.openResource(.photo, of: photo) },
                { _ = try app.adjustment(of: photo) }, { _ = try app.currentToken() },
                { _ = try app.thumbnail(of: photo, fitting: PixelSize(width: 9, height: 9)) },
                { _ = try app.history(since: token) }, { _ = try app.mintIdentifiers(1) },
                { _ = try app.stage(photoBytes, filename: "x.jpg") },
                { _ = try app.perform(ChangeBlock(operations: [.updateAsset(photo, update)])) },
                { _ = try app.perform(ChangeBlock(operations: [.deleteAssets([photo])])) },
            ]
            for (number, attempt) in attempts.enumerated() {
                let error = #expect(throws: LibraryError.self, "attempt \(number)") { try attempt() }
                #expect(error?.code == code, "attempt \(number): \(error?.reason ?? "")")
            }
            #expect(try server.owner.allAssets() == [photo])
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `an app that may only add adds, and sees nothing, not even its own`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let before = try server.owner.addPhoto(try TestPhoto.jpeg(1))
            try server.letIn(.authorized, .addOnly)
            let app = server.app
            let own = try app.addPhoto(try TestPhoto.jpeg(2))
            #expect(Set(try server.owner.allAssets()) == [before, own])
            #expect(try app.fetch(FetchRequest(.allAssets)).count == 0)
            #expect(try app.fetch(FetchRequest(.identifiers(.asset, [own]))).count == 0)
            for attempt in [
                { _ = try app.resources(of: own) }, { _ = try app.openResource(.photo, of: own) },
                { _ = try app.perform(ChangeBlock(operations: [.deleteAssets([own])])) },
                { _ = try app.currentToken() },
            ] as [() throws -> Void] {
                #expect(throws: LibraryError.self) { try attempt() }
            }
            // Whether the library has a photo already is not told either.
            let staged = try app.stage(SealedMemoryFile.make(TestPhoto.jpeg(1)), filename: "x.jpg")
            #expect(staged.duplicateOf == nil)
            #expect(try server.stop().status == .exited(0))
        }

        @Test func `a limited app has its selection and nothing else, by any way`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let owner = server.owner
            let shown = try owner.addPhoto(try TestPhoto.jpeg(1), filename: "shown.jpg")
            let hidden = try owner.addPhoto(try TestPhoto.jpeg(2), filename: "hidden.jpg")
            let album = try owner.mintIdentifiers(1)[0]
            var favorite = AssetUpdate()
            favorite.isFavorite = true
            _ = try owner.perform(
                ChangeBlock(operations: [
                    .createCollection(.assetCollection, album, title: "Private", parent: nil),
                    .insertMembers(
                        .album(album),
                        [LocalIdentifier(.asset, shown), LocalIdentifier(.asset, hidden)],
                        at: nil
                    ),
                    .updateAsset(shown, favorite), .updateAsset(hidden, favorite),
                ])
            )
            try server.letIn(.limited)
            let identity = try ownIdentity()
            #expect(
                try server.photos("privacy", "select", identity, LocalIdentifier(.asset, shown).string).status
                    == .exited(0)
            )
            let app = server.app
            let start = try app.currentToken()

            // Fetches, counts, predicates, sorting, identifiers.
            let isFavorite = PredicateProgram([.key("favorite"), .literal(.boolean(true)), .compare(.equal, [])])
            for scope in [
                .allAssets, .identifiers(.asset, [hidden, shown]), .assets(inCollection: album),
            ] as [FetchScope] {
                for predicate in [nil, isFavorite] {
                    let request = FetchRequest(
                        scope,
                        predicate: predicate,
                        sort: [SortKey("creationDate", isAscending: false)],
                        includesHidden: true,
                        includesAllBurstAssets: true
                    )
                    let found = try app.fetch(request)
                    #expect((0..<found.count).allSatisfy { found[$0] == shown })
                    #expect(try app.count(request) == found.count)
                }
            }
            let absent = PredicateProgram([
                .key("localIdentifier"), .literal(.identifiers([LocalIdentifier(.asset, hidden)])), .compare(.in, []),
            ])
            #expect(try app.count(FetchRequest(.allAssets, predicate: absent)) == 0)
            for scope in [
                .allCollections(.assetCollection), .children(ofList: nil), .identifiers(.assetCollection, [album]),
                .collections(containing: shown),
            ] as [FetchScope] {
                #expect(try app.fetch(FetchRequest(scope)).count == 0)
            }
            // Properties, files, pictures; and what is not seen is as what never was.
            let page = try app.assets(FetchedIdentifiers([hidden, shown], kinds: .all(.asset)), 0..<2)
            #expect(page.flags[0] == 0)
            #expect(AssetPage.Flags(rawValue: page.flags[1]).contains(.exists))
            #expect(try app.openResource(.photo, of: shown).readToEnd(limit: 1 << 20) == TestPhoto.jpeg(1))
            #expect(try app.resources(of: shown)[0].digest == [])
            func refusals(of stranger: ObjectID) -> [LibraryError?] {
                let attempts: [() throws -> Void] = [
                    { _ = try app.resources(of: stranger) }, { _ = try app.openResource(.photo, of: stranger) },
                    { _ = try app.adjustment(of: stranger) },
                    { _ = try app.thumbnail(of: stranger, fitting: PixelSize(width: 9, height: 9)) },
                    { _ = try app.perform(ChangeBlock(operations: [.updateAsset(stranger, favorite)])) },
                    { _ = try app.perform(ChangeBlock(operations: [.deleteAssets([stranger])])) },
                ]
                return attempts.map { attempt in #expect(throws: LibraryError.self) { try attempt() } }
            }
            #expect(refusals(of: hidden).allSatisfy { $0?.code == .notFound })
            #expect(refusals(of: hidden) == refusals(of: .random()))

            // Events and history: only of what it sees.
            let parker = Parker()
            let observation = try app.observeChanges { parker.unpark() }
            var rating = AssetUpdate()
            rating.rating = 3
            _ = try owner.perform(ChangeBlock(operations: [.updateAsset(hidden, rating)]))
            _ = try owner.perform(ChangeBlock(operations: [.renameCollection(.assetCollection, album, title: "Other")]))
            let own = try app.addPhoto(try TestPhoto.jpeg(3))
            let ownAlbum = try app.mintIdentifiers(1)[0]
            _ = try app.perform(
                ChangeBlock(operations: [
                    .createCollection(.assetCollection, ownAlbum, title: "Mine", parent: nil),
                    .insertMembers(.album(ownAlbum), [LocalIdentifier(.asset, own)], at: nil),
                ])
            )
            #expect(
                try server.photos("privacy", "select", identity, LocalIdentifier(.asset, hidden).string).status
                    == .exited(0)
            )
            #expect(
                try server.photos("privacy", "deselect", identity, LocalIdentifier(.asset, shown).string).status
                    == .exited(0)
            )
            let last = try app.currentToken()
            var history = try app.history(since: start)
            while history.upTo < last.sequence {
                parker.park()
                history = try app.history(since: start)
            }
            observation.cancel()

            let entries = zip(zip(history.objectKinds, history.changeKinds), history.objects).map { kinds, object in
                HistoryEntry(
                    ObjectKind(rawValue: kinds.0) ?? .asset,
                    object,
                    ChangeKind(rawValue: kinds.1) ?? .updated
                )
            }
            #expect(
                entries == [
                    HistoryEntry(.asset, own, .inserted), HistoryEntry(.assetCollection, ownAlbum, .inserted),
                    HistoryEntry(.asset, hidden, .inserted), HistoryEntry(.asset, shown, .deleted),
                ]
            )
            #expect(history.sequences == history.sequences.sorted())
            #expect(!history.hasMore)
            #expect(Set(try app.allAssets()) == [own, hidden])
            #expect(try app.count(FetchRequest(.assets(inCollection: ownAlbum))) == 1)

            // The selection and the token are there after the server is killed.
            try server.kill()
            let next = try ServerProcess(in: folder)
            #expect(Set(try app.allAssets()) == [own, hidden])
            #expect(try app.history(since: last).sequences == [])
            // An app whose sight was reset is told to read everything anew.
            try next.letIn(.authorized)
            let error = #expect(throws: LibraryError.self) { _ = try app.history(since: last) }
            #expect(error?.code == .tokenExpired)
            #expect(error?.details["cause"] == "visibility")
            #expect(try next.stop().status == .exited(0))
        }
    }
}
