import Dispatch
import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Synchronization

/// An HTTP server that keeps what it is sent, and answers when the test lets it.
final class UploadInbox: Sendable {
    let server: LoopbackServer
    private let received: ReceivedRequests
    private let gate: DispatchSemaphore

    /// `answers`: whether it answers at once.
    init(answers: Bool = true) throws {
        let received = ReceivedRequests()
        let gate = DispatchSemaphore(value: answers ? 1 : 0)
        server = try LoopbackServer.start { request in
            received.add(request)
            gate.wait()
            gate.signal()
            return .answer(201)
        }
        (self.received, self.gate) = (received, gate)
    }

    deinit {
        gate.signal()
        server.stop()
    }

    var requests: [LoopbackRequest] { received.requests }

    /// Answers from now on.
    func answer() { gate.signal() }
}

private final class ReceivedRequests: Sendable {
    private let state = Mutex<[LoopbackRequest]>([])
    func add(_ request: LoopbackRequest) { state.withLock { $0.append(request) } }
    var requests: [LoopbackRequest] { state.withLock { $0 } }
}

/// The example `Uploader`, a copy of its own, and what it remembers.
struct UploaderScene {
    let folder: ScratchFolder
    let program: FilePath
    private let stateFolder: FilePath

    init() throws {
        folder = try ScratchFolder()
        try FileNames.makeFolder(folder.file("app"))
        program = folder.file("app/Uploader")
        stateFolder = folder.file("state")
        try install("Uploader")
    }

    /// Puts a program of this package at the place of the app's, as an update would.
    func install(_ name: String) throws {
        let new = folder.file("app/new")
        try FileManager.default.copyItem(atPath: BuiltProgram.path(name).text, toPath: new.text)
        try FileNames.rename(new, to: program)
    }

    var identity: String { "exe:" + program.text }

    /// A server that has a secret in its environment, which apps must not get.
    func server() throws -> ServerProcess {
        try ServerProcess(
            in: folder,
            environment: ["XDG_STATE_HOME": stateFolder.text, "AWS_SECRET_ACCESS_KEY": "4d8f"]
        )
    }

    /// Runs it as the person would.
    func run(_ server: ServerProcess, _ arguments: String...) throws -> FinishedProgram {
        try RunningProgram(
            path: program,
            arguments.map { FilePath($0) },
            environment: server.environment.merging(["XDG_STATE_HOME": stateFolder.text]) { $1 }
        ).finish()
    }

    /// Has it send to another server what it has sent already.
    func redirectState(to url: String, sending photo: ObjectID) throws {
        let file = URL(fileURLWithPath: stateFolder.appending("uploader.json").text)
        var state = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        state["destination"] = url
        state["waiting"] = [LocalIdentifier(.asset, photo).string]
        try JSONSerialization.data(withJSONObject: state).write(to: file)
    }
}

extension ServerProcess {
    /// The process of the newest line of its log about an app that it started.
    var startedApp: Int32? {
        program.errorText.split(separator: "\n").last { $0.hasPrefix("upload-app-started ") }
            .flatMap { $0.split(separator: "=").last }.flatMap { Int32($0) }
    }

    /// The person lets this test program send to a server.
    func allowUploads(to url: String) throws {
        guard let origin = UploadOrigin(url: url) else { throw LibraryError(.invalidRequest, url) }
        try owner.setUploadDestination(origin, ofApp: ownIdentity(), isAllowed: true, allowsLocal: true)
    }

    /// The processes that send files for it.
    func uploadProcesses() throws -> [Int32] {
        var found: [Int32] = []
        var reader = try FolderReader("/proc")
        while let entry = try reader.next() {
            guard let process = Int32(entry.name.text) else { continue }
            do throws(SystemCallError) {
                let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/stat"), [.readOnly])
                let text = String(decoding: try file.readToEnd(limit: 4_096), as: UTF8.self)
                // "PID (name) state parent"; names are cut.
                let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
                guard text.contains("(photolibrary-up"), fields.count > 1, fields[0] != "Z" else { continue }
                if fields[1] == "\(program.processIdentifier)" { found.append(process) }
            } catch {
                // It has ended.
            }
        }
        return found
    }
}
