internal import Glibc
internal import HTTPTransfer
internal import LibraryModel
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import UploadWorkerProtocol

/// The life of `photolibrary-upload`: one task from its parent's socket, and its answer.
package enum UploadProgram {
    /// The number under which it finds its end of the socket pair.
    private static let socketNumber: CInt = 3

    /// Whether these are the arguments that a server gives.
    package static func understands(_ arguments: [String]) -> Bool { arguments == ["task"] }

    package static func runOnInheritedSocket() throws {
        try OwnProcess.confine()
        let socket = OwnedDescriptor(owning: socketNumber)
        guard try socket.status().kind == .socket else { throw SystemCallError(ENOTSOCK, "fstat") }
        let watched = try socket.duplicate()
        _ = try SystemThread(name: "parent") { endWithParent(watched) }
        let channel = WorkerChannel(socket)
        var frame = try channel.receive()
        guard frame.kind == .job, let task = UploadTask(decoding: frame.payload),
            let file = frame.descriptors.takeFirst()
        else { throw WorkerChannelFailure.violation }
        let answer = Upload(client: HTTPClient(), task: task).run(file)
        try channel.send(.answer, frame.number, payload: answer.encoded)
    }

    /// Nobody waits for the answer of one whose parent has gone: the next server sends the file again.
    private static func endWithParent(_ socket: borrowing OwnedDescriptor) {
        do throws(SystemCallError) { _ = try Poll.wait(socket, for: .peerFinished) } catch { _exit(1) }
        _exit(0)
    }
}
