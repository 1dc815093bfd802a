import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    @Suite(.timeLimit(.minutes(1))) struct HandshakeTests {
        @Test func `a client that speaks another version of the frames is dropped, and the next one served`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            var hello = Hello()
            hello.protocolVersion = Hello.protocolVersion + 1
            let connection = try ClientConnection.connect(
                over: UnixSocketTransport(path: server.socket),
                localHello: hello.encoded()
            ) { _ in true }
            #expect(server.program.waitForError(containing: "another protocol version"))
            #expect(throws: TransportError.self) {
                var message = MessageBuffer()
                message.end = LibraryRequest(CurrentTokenCall()).encode(
                    into: &message.storage,
                    at: MessageBuffer.headerSpace
                )
                _ = try connection.call(&message)
            }
            #expect(try server.photos("stats").status == .exited(0))
            #expect(try server.stop().status == .exited(0))
        }
    }
}
