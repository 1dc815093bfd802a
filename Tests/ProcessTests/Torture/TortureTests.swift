import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

extension RealPrograms {
    /// A server that is killed at any moment.
    ///
    ///     director                         writers
    ///     waits for some calls             perform blocks, stage files
    ///     kill -9                          calls fail, or were answered just before
    ///     starts a server                  ask for the unanswered block again, with its key
    ///     now and then: all parked, and the library is compared with the account of acknowledgements
    @Suite(.serialized, .timeLimit(.minutes(60))) struct TortureTests {
        private static let writerCount = 4
        /// Rounds between two comparisons.
        private static let auditInterval = 8

        @Test func `kill -9 at any moment loses nothing that was acknowledged and does nothing twice`() throws {
            let rounds = EnvironmentVariables.value("TORTURE").flatMap { Int($0) } ?? 200
            let seed = EnvironmentVariables.value("TORTURE_SEED").flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
            print("torture: \(rounds) kills, TORTURE_SEED=\(seed)")
            var random = SeededGenerator(seed: seed)
            let began = MonotonicClock.now()

            let folder = try ScratchFolder()
            var server = try ServerProcess(in: folder)
            try server.letIn(.authorized)
            let owner = server.owner
            let control = TortureControl(writers: TortureTests.writerCount)
            let photo = try TestPhoto.jpeg(seed)
            // Half of them are an app, half are the person's own tools.
            let writers = (0..<TortureTests.writerCount).map { number in
                Writer(number, number % 2 == 0 ? server.app : server.owner, control, seed: random.next(), photo: photo)
            }
            var audit = LibraryAudit(startingAt: try owner.currentToken())
            for (number, writer) in writers.enumerated() {
                _ = try SystemThread(name: "writer \(number)") { writer.run() }
            }
            defer { control.end() }

            for round in 1...rounds {
                control.waitForAttempts(1 + Int(random.next() % 24))
                // Somewhere within a call.
                Parker().park(until: MonotonicClock.deadline(after: random.next() % 4_000_000))
                let isAudited = round % TortureTests.auditInterval == 0 || round == rounds
                if isAudited { control.pause() }
                try server.kill()
                server = try ServerProcess(in: folder)
                control.serverStarted()
                guard isAudited else { continue }
                control.waitForAllParked()
                try audit.check(writers, owner)
                try #require(audit.findings == [], "after \(round) kills")
                if round % (TortureTests.auditInterval * 8) == 0 { #expect(try server.problems() == []) }
                control.resume()
            }

            // What waits for an answer gets it.
            control.resume()
            control.waitForAttempts(2 * TortureTests.writerCount)
            control.pause()
            control.waitForAllParked()
            try audit.check(writers, owner)
            #expect(audit.findings == [])
            #expect(try server.problems() == [])
            let accounts = writers.map { $0.account.withLock { $0 } }
            let (acknowledged, repeated) = (accounts.map(\.acknowledgedCount), accounts.map(\.repeatedCount))
            print(
                "torture: \(acknowledged.reduce(0, +)) blocks acknowledged, \(repeated.reduce(0, +)) of them asked for again,",
                "\(accounts.map(\.lostCount).reduce(0, +)) given up with their staged files,",
                "\((MonotonicClock.now() - began) / 1_000_000) ms"
            )
            // The test has to have tested something.
            #expect(acknowledged.allSatisfy { $0 > rounds / 8 })
            #expect(repeated.reduce(0, +) > 0)
            #expect(try server.stop().status == .exited(0))
        }
    }
}
