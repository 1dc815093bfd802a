import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// A server that is killed while the person decides.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct DecisionKillTests {
        private static let rounds = 24
        private static let photoCount = 40

        @Test func `kill -9 while the person decides leaves all of the decision or nothing`() async throws {
            let folder = try ScratchFolder()
            var server = try ServerProcess(in: folder, ["--agent", "none"])
            let (owner, app) = (server.owner, server.app)
            let photos = try folder.writePhotos(DecisionKillTests.photoCount, to: "photos")
            #expect(try server.importing(photos).status == .exited(0))
            let fetched = try owner.fetch(FetchRequest(.allAssets))
            let assets = (0..<fetched.count).map { fetched[$0] }
            var random = SystemRandomNumberGenerator()
            var (whole, none) = (0, 0)
            for round in 1...DecisionKillTests.rounds {
                let agent = try TestAgent(owner)
                let question = Task { try? await app.requestAuthorization(for: .readWrite) }
                let prompt = try #require(await agent.prompt())
                let answer = Task {
                    try? owner.answer(prompt.number, .access(.limited, selected: assets), silences: true)
                }
                Parker().park(until: MonotonicClock.deadline(after: random.next() % 12_000_000))
                try server.kill()
                _ = await answer.value
                agent.leave()
                server = try ServerProcess(in: folder, ["--agent", "none"])
                // It would ask the next server, where nobody is there to ask, for some 20 seconds.
                question.cancel()
                _ = await question.value
                let grant = try #require(try owner.grants().first)
                if grant.readWrite == .limited {
                    whole += 1
                    #expect(grant.selectedCount == assets.count && grant.isSilenced, "round \(round)")
                } else {
                    none += 1
                    #expect(grant.readWrite == .notDetermined, "round \(round)")
                    #expect(grant.selectedCount == 0 && !grant.isSilenced, "round \(round)")
                }
                let forgetting = Task { try? owner.forget(app: grant.app) }
                Parker().park(until: MonotonicClock.deadline(after: random.next() % 12_000_000))
                try server.kill()
                _ = await forgetting.value
                server = try ServerProcess(in: folder, ["--agent", "none"])
                if let left = try owner.grants().first { #expect(left == grant, "round \(round)") }
                try owner.forget(app: grant.app)
                #expect(try owner.grants().isEmpty)
            }
            print("decisions: \(whole) whole, \(none) not made")
            #expect(try server.problems() == [])
            try server.stop()
        }
    }
}
