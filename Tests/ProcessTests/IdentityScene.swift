import Glibc
import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms.IdentityTests {
    /// A server with one photo, and an app that may see it.
    final class Scene: Sendable {
        enum Outcome: Hashable {
            case count(Int)
            case closed
            /// So many files of what was picked.
            case files(Int)
            case failed(LibraryError.Code)
            case unexpected(String)
        }

        let folder: ScratchFolder
        let server: ServerProcess
        let app: FilePath

        init() throws {
            folder = try ScratchFolder()
            server = try ServerProcess(in: folder)
            app = folder.file("app")
            _ = try copyOfActor("app")
            try server.owner.addPhoto(try TestPhoto.jpeg(1))
            try letIn(.authorized)
        }

        /// What an app does that asks how many photos there are.
        static let question = ["hello", "ask"]

        static let canMount: Bool = {
            do {
                return try RunningProgram(path: "/usr/bin/unshare", ["-m", "/bin/true"]).finish().status == .exited(0)
            } catch {
                return false
            }
        }()

        static var canMountFUSE: Bool {
            do throws(SystemCallError) {
                return try FileStatus(of: "/dev/fuse").kind == .other && OwnProcess.user == 0 && canMount
            } catch {
                return false
            }
        }

        static var canChooseNumbers: Bool {
            do throws(SystemCallError) {
                return try FileStatus(of: "/proc/sys/kernel/ns_last_pid").kind == .regularFile && OwnProcess.user == 0
            } catch {
                return false
            }
        }

        func copyOfActor(_ name: String) throws -> FilePath {
            let copy = folder.file(name)
            try shell("cp \(BuiltProgram.path("identity-actor").text) \(copy.text)")
            if name == "other" { try shell("printf other >> \(copy.text)") }
            return copy
        }

        /// Puts the actor with some more bytes in the app's place, as an update would.
        func replaceApp(adding text: String, restarting server: ServerProcess? = nil) throws {
            let new = try copyOfActor("new")
            try shell("printf '\(text)' >> \(new.text); mv \(new.text) \(app.text)")
            try server?.stop()
        }

        func shell(_ script: String) throws {
            let finished = try RunningProgram(path: "/bin/sh", ["-c", FilePath("set -e; " + script)]).finish()
            try #require(finished.status == .exited(0), "\(finished.errors)")
        }

        func letIn(_ status: AuthorizationStatus, _ program: FilePath? = nil) throws {
            try owner.setStatus(status, ofApp: "exe:" + (program ?? app).text, for: .readWrite)
        }

        var status: AuthorizationStatus? {
            get throws { try owner.grants().first { $0.app == "exe:" + app.text }?.readWrite }
        }

        var owner: LibraryClient { LibraryClient(.management(server.socket.text)) }

        func run(_ program: FilePath, _ steps: [String]) throws -> Outcome {
            try outcome(of: start(program, steps))
        }

        /// Starts a program with the actor's steps: as the last arguments of `wrapper`, and with another path of the
        /// socket, when these are given.
        func start(
            _ program: FilePath,
            _ steps: [String],
            under wrapper: [String] = [],
            socket: String? = nil
        ) throws -> Actor {
            let steps = try steps.map { step in
                switch step {
                case "APP": app.text
                case "OTHER": try copyOfActor("other").text
                default: step
                }
            }
            let command =
                wrapper + [program.text] + Scene.arguments(steps, socket: socket ?? server.socket.text)
            return try Actor(FilePath(command[0]), Array(command.dropFirst()))
        }

        /// The actor's arguments for its steps, some of which are words for several.
        static func arguments(_ steps: [String], socket: String) -> [String] {
            let hello = Scene.hexadecimal(.hello, stream: 0, Hello().encoded())
            var stream: UInt32 = 1
            func request(_ call: any Call) -> String {
                defer { stream += 2 }
                return Scene.hexadecimal(.request, stream: stream, call.encoded)
            }
            var arguments: [String] = []
            var isOnlySent = false
            for step in steps {
                switch step {
                case "connect": arguments += ["connect", socket]
                case "sayHello": arguments += ["send", hello]
                case "hello": arguments += ["connect", socket, "send", hello, "settle"]
                case "send": isOnlySent = true
                case "ask":
                    arguments +=
                        ["send", request(FetchCall(FetchRequest(.allAssets), countsOnly: true))]
                        + (isOnlySent ? [] : ["answer"])
                    isOnlySent = false
                case "request": arguments += ["send", request(RequestAuthorizationCall(.readWrite))]
                case "pick": arguments += ["send", request(PickCall(PickerConfiguration()))]
                // Of the first pick on the connection of whoever came first.
                case "picked": arguments += ["send", request(PickedResourcesCall(pick: 1, item: 1)), "answer"]
                case "hear": arguments += ["answer"]
                default: arguments.append(step)
                }
            }
            return arguments
        }

        /// What the program prints last.
        func outcome(of actor: Actor) throws -> Outcome { try Scene.outcome(of: actor) }

        static func outcome(of actor: Actor) throws -> Outcome {
            let finished = try actor.finish()
            let lines = finished.output.split(separator: "\n")
            guard let last = lines.last else {
                return finished.status == .exited(0) ? .closed : .unexpected(finished.errors)
            }
            if last == "closed" { return .closed }
            guard last.hasPrefix("answered ") else { return .unexpected(finished.output + finished.errors) }
            return try Scene.outcome(last)
        }

        /// Everything that the program has heard so far.
        func answers(to actor: Actor) throws -> [Outcome] {
            try actor.outputText.split(separator: "\n").filter { $0.hasPrefix("answered ") }.map(Scene.outcome)
        }

        private static func outcome(_ line: Substring) throws -> Outcome {
            let digits = Array(line.dropFirst("answered ".count))
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            switch try CallTable.reply(decoding: bytes.span) {
            case .success(FetchResult.count(let count)): return .count(count)
            case .success(let files as ResourceList): return .files(files.resources.count)
            case .failure(let error): return .failed(error.code)
            case let reply: return .unexpected("\(reply)")
            }
        }

        private static func hexadecimal(_ type: FrameType, stream: UInt32, _ payload: [UInt8]) -> String {
            var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
            FrameHeader(type, stream: stream, payloadLength: payload.count).encode(into: &bytes)
            return (bytes + payload).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
        }
    }

    /// A running actor, and what it reads from its standard input.
    final class Actor: Sendable {
        private let program: RunningProgram
        private let input: OwnedDescriptor

        init(_ path: FilePath, _ arguments: [String]) throws {
            // A socket pair is as good as a pipe.
            let (program, input) = try UnixSocket.pair().take { mine, theirs in
                let program = try RunningProgram(
                    path: path,
                    arguments.map { FilePath($0) },
                    descriptors: [.init(theirs, as: 0)]
                )
                return (program, mine.release())
            }
            self.program = program
            self.input = OwnedDescriptor(owning: input)
        }

        var processIdentifier: Int32 { program.processIdentifier }
        var outputText: String { program.outputText }

        func waitForOutput(containing text: String) -> Bool { program.waitForOutput(containing: text) }
        func send(signal: Int32) throws { try program.send(signal: signal) }
        func write(_ text: String) throws { try input.write(Array(text.utf8)) }
        func finish() throws -> FinishedProgram { try program.finish() }
    }
}
