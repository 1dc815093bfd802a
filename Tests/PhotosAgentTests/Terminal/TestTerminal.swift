import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

/// The program `photos-agent` in a pseudo-terminal: the test sees the screen and presses the keys.
final class TestTerminal: Sendable {
    /// Nanoseconds that something may take to appear.
    private static let patience: UInt64 = 30_000_000_000

    private struct State {
        var model: TerminalModel
        var bytes: [UInt8] = []
        var isGone = false
    }

    let program: RunningProgram
    private let terminal: PseudoTerminal
    private let state: Mutex<State>
    private let changed: EventDescriptor
    /// How it was before the program began, as stty says.
    let before: String

    convenience init(
        _ server: ServerProcess,
        _ arguments: [String] = ["--interface", "terminal"],
        kind: String = "xterm-256color",
        size: TerminalSize = TerminalSize(columns: 100, rows: 30)
    ) throws {
        let program = try BuiltProgram.path("photos-agent")
        try self.init(server, program, arguments.map { FilePath($0) }, kind: kind, size: size)
    }

    /// The agent is started by a shell whose terminal this is, and which runs `script` before and after it.
    convenience init(_ server: ServerProcess, shell script: (_ agent: String) -> String) throws {
        let agent = try BuiltProgram.path("photos-agent").text + " --interface terminal"
        let arguments = ["--ctty", "--wait", "bash", "-c", "exec 2>&1; set -m; " + script(agent)]
        try self.init(server, "/usr/bin/setsid", arguments.map { FilePath($0) })
    }

    private init(
        _ server: ServerProcess,
        _ path: FilePath,
        _ arguments: [FilePath],
        kind: String = "xterm-256color",
        size: TerminalSize = TerminalSize(columns: 100, rows: 30)
    ) throws {
        terminal = try PseudoTerminal(size)
        changed = try EventDescriptor()
        state = Mutex(State(model: TerminalModel(columns: size.columns, rows: size.rows)))
        before = try TestTerminal.settings(terminal)
        program = try RunningProgram(
            path: path,
            arguments,
            environment: [
                "PHOTOLIBRARY_SOCKET": server.socket.text, "TERM": kind, "LANG": "C.UTF-8", "LC_ALL": "", "TZ": "UTC",
                "DISPLAY": "", "WAYLAND_DISPLAY": "", "TMUX": "", "COLORTERM": "",
            ],
            descriptors: [.init(terminal.terminal, as: 0), .init(terminal.terminal, as: 1)]
        )
        _ = try SystemThread(name: "terminal") { [self] in drain() }
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count: Int
            do { count = try terminal.master.read(into: &buffer) } catch { count = 0 }
            state.withLock { state in
                state.model.write(buffer[..<count])
                state.bytes += buffer[..<count]
                if count == 0 { state.isGone = true }
            }
            changed.signal()
            if count == 0 { return }
        }
    }

    var model: TerminalModel { state.withLock { $0.model } }
    /// Everything that was ever written.
    var output: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Something else writes over the screen.
    func disturb() {
        state.withLock { $0.model = TerminalModel(columns: $0.model.columns, rows: $0.model.rows) }
    }

    /// As a person does who looks before they press something.
    func press(_ keys: String) throws {
        _ = try shows { !$0.text.contains("Keys count in a moment.") }
        try pressHastily(keys)
    }

    /// At once, whatever is there.
    func pressHastily(_ keys: String) throws { try terminal.master.write(Array(keys.utf8)) }

    /// Waits until the screen is as wanted; false when that takes too long.
    func shows(_ isSo: (TerminalModel) -> Bool) throws -> Bool {
        let deadline = MonotonicClock.deadline(after: TestTerminal.patience)
        while true {
            if isSo(model) { return true }
            let now = MonotonicClock.now()
            guard now < deadline,
                try Poll.wait(changed.descriptor, for: .readable, timeoutNanoseconds: deadline - now)
            else {
                Issue.record("the screen is:\n\(model.text)\nerrors: \(program.errorText)")
                return false
            }
            changed.clear()
        }
    }

    func shows(_ text: String) throws -> Bool { try shows { $0.text.contains(text) } }

    func resize(_ size: TerminalSize) throws {
        state.withLock { $0.model = TerminalModel(columns: size.columns, rows: size.rows) }
        try terminal.terminal.setTerminalSize(size)
        // It is not the program's controlling terminal, so the kernel tells nobody.
        try program.send(signal: 28)
    }

    /// As stty says now.
    func settings() throws -> String { try TestTerminal.settings(terminal) }

    private static func settings(_ terminal: borrowing PseudoTerminal) throws -> String {
        try RunningProgram(path: "/bin/stty", ["-g"], descriptors: [.init(terminal.terminal, as: 0)]).finish().output
    }
}
