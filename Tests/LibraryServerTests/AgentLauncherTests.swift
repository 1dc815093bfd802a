import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@testable import LibraryServer

@Suite(.timeLimit(.minutes(1))) struct AgentLauncherTests {
    private final class Threads: Sendable {
        let areRefused = Mutex(true)
    }

    @Test func `an agent whose end nobody could wait for is ended, and the next one is started`() throws {
        let folder = try ScratchFolder()
        let starts = folder.file("starts")
        let program = try folder.write(
            Array("#!/bin/sh\necho $$ >> '\(starts.text)'\nexec sleep 1000\n".utf8),
            to: "agent"
        )
        try FileNames.setMode(0o700, of: program)
        let threads = Threads()
        let launcher = AgentLauncher(
            program: program,
            socket: folder.file("socket"),
            log: EventLog(to: try OwnedDescriptor(opening: "/dev/null", [.writeOnly])),
            startThread: { body throws(SystemCallError) in
                if threads.areRefused.withLock({ $0 }) { throw SystemCallError(11, "pthread_create") }
                _ = try SystemThread(name: "test", body)
            }
        )
        let first = launcher.launch(abandon: {})
        #expect(!first)
        threads.areRefused.withLock { $0 = false }
        let ended = try EventDescriptor()
        let waits = Abandoned(ended)
        let second = launcher.launch(abandon: { waits.ended.signal() })
        #expect(second)
        // Only one runs: while it does no other is started.
        let third = launcher.launch(abandon: {})
        #expect(third)
        launcher.stop()
        #expect(try Poll.wait(waits.ended.descriptor, for: .readable, timeoutNanoseconds: 20_000_000_000))
    }

    private final class Abandoned: Sendable {
        let ended: EventDescriptor
        init(_ ended: consuming EventDescriptor) { self.ended = ended }
    }
}
