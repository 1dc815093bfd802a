import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

extension RealPrograms {
    /// Apps that take all they can get, as programs of their own, while this program is another app and the person.
    ///
    /// Nothing is measured but by what comes first: everything that others ask is answered while the flood goes on.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct FloodTests {
        private static let rounds = 4
        /// Bytes that a flood may add to the server's memory, its workers aside: an app may have 96 MiB of unpacked
        /// requests, 16 MiB that wait and 16 MiB that arrive, and malloc keeps some of what was freed.
        private static let growth = 192 << 20

        /// Does everything that needs something finite, as an app and as the person.
        private func work(_ attack: Attack, _ photos: [ObjectID]) throws {
            let app = attack.server.app
            for round in 0..<FloodTests.rounds {
                _ = try app.ping([UInt8](repeating: 1, count: 64), replySize: 64)
                #expect(try app.fetch(FetchRequest(.allAssets)).count >= photos.count)
                let photo = photos[round % photos.count]
                _ = try app.thumbnail(of: photo, fitting: PixelSize(width: 40 + round, height: 40))
                var update = AssetUpdate()
                update.isFavorite = round % 2 == 0
                _ = try app.perform(ChangeBlock(operations: [.updateAsset(photo, update)]))
                let staged = try app.stage(SealedMemoryFile.make(TestPhoto.jpeg(99)), filename: "\(round).jpg")
                #expect(staged.size > 0)
                // A decision about yet another app, by a tool that has just been started.
                let status: AuthorizationStatus = round % 2 == 0 ? .denied : .authorized
                try attack.server.owner.setStatus(status, ofApp: "exe:/usr/bin/other", for: .readWrite)
                #expect(try attack.server.owner.grants().contains { $0.app == "exe:/usr/bin/other" })
            }
        }

        private func attackedLibrary() throws -> (Attack, [ObjectID]) {
            let attack = try Attack()
            let photos = try attack.folder.writePhotos(4, to: "photos")
            #expect(try attack.server.importing(photos).result.imported == 4)
            return (attack, try attack.server.owner.allAssets())
        }

        @Test func `observers of eight apps, as many as each may have`() throws {
            let (attack, photos) = try attackedLibrary()
            let before = try attack.residentMemory()
            let flood = try Flooders(8, of: "observe", connections: 200, against: attack) { app in
                try attack.server.owner.setStatus(.authorized, ofApp: app, for: .readWrite)
            }
            // Of 200 each, what one app may have.
            #expect(flood.connectionCounts == Array(repeating: 128, count: 8))
            try work(attack, photos)
            #expect(try attack.residentMemory() < before + FloodTests.growth)
            // One more observer hears of a change, though 1,024 others are to be told, too.
            var observer = try RawClient(attack.server)
            guard case .success = try observer.openStream(ObserveCall()) else {
                Issue.record("no stream of events")
                return
            }
            var update = AssetUpdate()
            update.isFavorite = true
            _ = try attack.server.owner.perform(ChangeBlock(operations: [.updateAsset(photos[0], update)]))
            guard let frame = try observer.next(), case .success(is EmptyResult) = try frame.reply() else {
                Issue.record("the observer heard nothing")
                return
            }
            try flood.stop()
            try attack.expectNobodyNoticed()
        }

        @Test(arguments: ["encode", "sealed", "connect", "prompts"])
        func `an app that was never granted anything`(floods what: String) throws {
            let (attack, photos) = try attackedLibrary()
            let agent = try TestAgent(attack.server.owner)
            try work(attack, photos)
            let before = try attack.residentMemory()
            let flood = try Flooders(of: what, connections: what == "connect" ? 3 : 8, against: attack)
            try work(attack, photos)
            #expect(try attack.residentMemory() < before + FloodTests.growth)
            try flood.stop()
            withExtendedLifetime(agent) {}
            try attack.expectNobodyNoticed()
        }

        @Test func `a question of another app is shown among those of an app that asks without end`() async throws {
            let (attack, _) = try attackedLibrary()
            let own = try ownIdentity()
            try attack.server.owner.setStatus(.notDetermined, ofApp: own, for: .readWrite)
            let asked = Atomic(0)
            let others = Atomic(0)
            let agent = try TestAgent(attack.server.owner) { prompt in
                guard prompt.app == own else {
                    others.add(1, ordering: .relaxed)
                    return nil
                }
                asked.add(1, ordering: .relaxed)
                return .access(.authorized)
            }
            let flood = try Flooders(of: "prompts", connections: 8, against: attack)
            // As many as it may have open at once.
            #expect(eventually { others.load(ordering: .relaxed) >= 4 })
            #expect(try await attack.server.app.requestAuthorization(for: .readWrite) == .authorized)
            #expect(asked.load(ordering: .relaxed) == 1)
            // What one app may begin in a minute, of which this test sees two at most.
            #expect(others.load(ordering: .relaxed) <= 24)
            try flood.stop()
            withExtendedLifetime(agent) {}
            try attack.expectNobodyNoticed()
        }

        /// Photos with the longest captions, which patterns go through letter by letter.
        @Test func `an app with limited access that asks what is dearest`() throws {
            let (attack, photos) = try attackedLibrary()
            for photo in photos {
                var update = AssetUpdate()
                update.caption = .set(String(repeating: "a", count: 65_536))
                _ = try attack.server.owner.perform(ChangeBlock(operations: [.updateAsset(photo, update)]))
            }
            let before = try attack.residentMemory()
            let flood = try Flooders(of: "predicates", connections: 8, against: attack) { app in
                try attack.server.owner.setStatus(.limited, ofApp: app, for: .readWrite)
                try attack.server.owner.select(photos, forApp: app, deselects: false)
            }
            try work(attack, photos)
            // It is told so though all that it may have running is running.
            try attack.server.owner.setStatus(.denied, ofApp: flood.apps[0], for: .readWrite)
            try work(attack, photos)
            #expect(try attack.residentMemory() < before + FloodTests.growth)
            try flood.stop()
            try attack.expectNobodyNoticed()
        }

        /// Each change of the person's is on disk before the next block that the app has queued.
        @Test(arguments: ["blocks", "names"])
        func `an app that writes all that it may`(floods what: String) throws {
            let (attack, photos) = try attackedLibrary()
            let flood = try Flooders(of: what, connections: 2, against: attack) { app in
                try attack.server.owner.setPreferences(ofApp: app, confirmsChanges: false)
                try attack.server.owner.setStatus(.authorized, ofApp: app, for: .readWrite)
            }
            try work(attack, photos)
            try attack.server.owner.setStatus(.denied, ofApp: flood.apps[0], for: .readWrite)
            try flood.stop()
            try attack.expectNobodyNoticed()
        }
    }
}
