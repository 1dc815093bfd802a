internal import HTTPTransfer
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import UploadWorkerProtocol

/// The life of `photolibrary-upload`: one task from its parent's socket, and its answer.
package enum UploadProgram {
    package static func run() -> Never {
        let understands = { (arguments: [String]) in arguments == ["task"] }
        WorkerStart.run("photolibrary-upload", "sends photos to servers", understands: understands) { socket, _ in
            // The file and the socket are open; whether the machine limits the others changes nothing here.
            _ = try NetworkSandbox.enter()
            // Nobody waits for the answer of one whose parent has gone: the next server sends the file again.
            try WorkerStart.endWithParent(try socket.duplicate())
            try send(over: WorkerChannel(socket))
        }
    }

    private static func send(over channel: borrowing WorkerChannel) throws {
        var frame = try channel.receive()
        guard frame.kind == .job, let task = UploadTask(decoding: frame.payload),
            let file = frame.descriptors.takeFirst()
        else { throw WorkerChannelFailure.violation }
        let answer = Upload(client: HTTPClient(), task: task, networks: try LocalNetworks.current()).run(file)
        try channel.send(.answer, frame.number, payload: answer.encoded)
    }
}
