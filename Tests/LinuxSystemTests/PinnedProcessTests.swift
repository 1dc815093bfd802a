import LibraryTestSupport
import LinuxSystem
import Testing

@Suite struct PinnedProcessTests {
    @Test func `a process is unchanged until it executes a program, be it the same one, or ends`() throws {
        let (program, input) = try UnixSocket.pair().take { mine, theirs in
            let script: FilePath = "read line; exec /bin/sh -c 'read line; echo second; read line'"
            let program = try RunningProgram(
                path: "/bin/sh",
                ["-c", "echo first; " + script.text].map { FilePath($0) },
                descriptors: [.init(theirs, as: 0)]
            )
            return (program, mine.release())
        }
        let writer = OwnedDescriptor(owning: input)
        #expect(program.waitForOutput(containing: "first"))
        let first = try PinnedProcess(program.processIdentifier)
        let isUnchanged = try first.isUnchanged()
        #expect(isUnchanged)
        try writer.write(Array("\n\n".utf8))
        #expect(program.waitForOutput(containing: "second"))
        let isUnchangedAfterwards = try first.isUnchanged()
        #expect(!isUnchangedAfterwards)

        let second = try PinnedProcess(program.processIdentifier)
        let isThere = try second.isUnchanged()
        #expect(isThere)
        try program.send(signal: 9)
        try program.finish()
        let isStillThere = try second.isUnchanged()
        #expect(!isStillThere)
        #expect(throws: SystemCallError.self) { _ = try PinnedProcess(program.processIdentifier) }
    }

    @Test func `a process has another image once it has executed a program, be it the same one`() throws {
        let (program, input) = try UnixSocket.pair().take { mine, theirs in
            let script: FilePath = "echo first; read line; exec /bin/sh -c 'echo second; read line'"
            let program = try RunningProgram(path: "/bin/sh", ["-c", script], descriptors: [.init(theirs, as: 0)])
            return (program, mine.release())
        }
        let writer = OwnedDescriptor(owning: input)
        #expect(program.waitForOutput(containing: "first"))
        let file = try OwnedDescriptor(opening: FilePath("/proc/\(program.processIdentifier)/stat"))
        let first = try ProcessImage(reading: file)
        #expect(try ProcessImage(of: program.processIdentifier) == first)
        #expect(try ProcessFacts.startTime(of: program.processIdentifier) == first.startTime)
        try writer.write(Array("\n".utf8))
        #expect(program.waitForOutput(containing: "second"))
        let second = try ProcessImage(reading: file)
        #expect(second != first)
        #expect(second.startTime == first.startTime)
        try program.send(signal: 9)
        try program.finish()
        #expect(throws: SystemCallError.self) { _ = try ProcessImage(of: program.processIdentifier) }
        #expect(try ProcessFacts.startTime(of: program.processIdentifier) == nil)
    }

    @Test func `a socket that asks is told who sent`() throws {
        try UnixSocket.pair().take { mine, theirs in
            try mine.askForSenders()
            _ = try theirs.send([1, 2, 3].span)
            let unread = try mine.unreadByteCount()
            #expect(unread == 3)
            let program = try RunningProgram(
                path: "/bin/sh",
                ["-c", "printf x"],
                descriptors: [.init(theirs, as: 1)]
            )
            try program.finish()
            var buffer = [UInt8](repeating: 0, count: 10)
            var senders: [Int32?] = []
            for _ in 0..<2 {
                var room = buffer.mutableSpan
                senders.append(try mine.receive(into: &room).sender)
            }
            #expect(senders == [OwnProcess.processIdentifier, program.processIdentifier])
            // One that does not ask is not.
            _ = try mine.send([1].span)
            var room = buffer.mutableSpan
            let sender = try theirs.receive(into: &room).sender
            #expect(sender == nil)
        }
    }
}
