import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import Testing

extension PhotosLibraryTests {
    /// What an app says of itself is shown to the person.
    @Suite struct ClaimsTests {
        @Test func `the person reads what the app says of itself, for what it asks`() async throws {
            let folder = try ScratchFolder()
            var claims = AppClaims()
            claims.name = "Journal"
            claims.usageDescription = "Photos for your entries."
            claims.addUsageDescription = "To keep your drawings."
            let library = try InProcessLibrary(in: folder, claims: claims)
            let agent = try TestAgent(library.owner) { _ in .access(.denied) }
            #expect(try await library.app.requestAuthorization(for: .readWrite) == .denied)
            #expect(try await library.app.requestAuthorization(for: .addOnly) == .denied)
            #expect(agent.shown.map(\.claimedName) == ["Journal", "Journal"])
            #expect(agent.shown.map(\.usageDescription) == ["Photos for your entries.", "To keep your drawings."])
            #expect(agent.shown.allSatisfy { $0.app == library.appIdentity })
            agent.leave()
            try library.stop()
        }

        @Test func `an app that asks itself is not asked about`() async throws {
            for prevents in [true, false] {
                let folder = try ScratchFolder()
                var claims = AppClaims()
                claims.preventsAutomaticQuestion = prevents
                let library = try InProcessLibrary(in: folder, claims: claims)
                try library.owner.setStatus(.limited, ofApp: library.appIdentity, for: .readWrite)
                let agent = try TestAgent(library.owner)
                #expect(try library.app.fetch(FetchRequest(.allAssets)).count == 0)
                // Asked before the answer to a question that follows it.
                async let picked = library.app.changeSelectionWithoutBlocking()
                _ = await agent.prompt(prevents ? 1 : 2)
                let automatic = agent.shown.filter { $0.question == .selection(isAutomatic: true) }
                #expect(automatic.count == (prevents ? 0 : 1))
                let asked = try #require(agent.shown.first { $0.question == .selection(isAutomatic: false) })
                try agent.answer(asked, .dismissed)
                let added = try await picked
                #expect(added.isEmpty)
                agent.leave()
                try library.stop()
            }
        }
    }
}
