internal import LinuxSystem
internal import PhotosAgent
internal import Synchronization

/// The terminal's screen: raw mode and the alternate screen from `init` to `close`, which restores everything.
///
/// `close` may be called on any thread, more than once, and while another thread draws. One thread calls the rest.
final class Screen: Sendable {
    private struct State {
        /// The terminal's settings to restore.
        var before: TerminalState
        var shown: Frame?
        /// The shell has the terminal.
        var isSuspended = false
        var isClosed = false
    }

    /// Nanoseconds that `close` waits for a drawing thread: the terminal may have stopped reading.
    private static let patience: UInt64 = 1_000_000_000

    // The alternate screen, no cursor, pastes marked as such.
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J"
    private static let end = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
    private static let deletePictures = "\u{1B}_Ga=d,q=2\u{1B}\\"

    let input: OwnedDescriptor
    private let output: OwnedDescriptor
    /// The terminal's settings at the start.
    private let before: TerminalState
    private let isASCII: Bool
    /// Pictures survive the erasing of text, and have to be deleted.
    private let keepsPictures: Bool
    private let state: Mutex<State>

    init(_ pictures: TerminalPictures, _ kind: PictureKind) throws(SystemCallError) {
        input = try OwnProcess.standardInput()
        output = try OwnProcess.standardOutput()
        isASCII = pictures.isASCII
        keepsPictures = kind == .kitty
        before = try TerminalState(beginningRaw: input)
        state = Mutex(State(before: before))
        do throws(SystemCallError) { try output.write(Array(Screen.begin.utf8)) } catch {
            try before.restore(input)
            throw error
        }
    }

    deinit { close() }

    func size() throws(SystemCallError) -> TerminalSize {
        let size = try output.terminalSize()
        // A terminal that does not know has 0.
        return size.columns > 0 && size.rows > 0 ? size : TerminalSize(columns: 80, rows: 24)
    }

    /// Draws what has changed since the last frame. Does nothing once the screen is closed.
    func draw(_ frame: Frame) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            if state.isClosed || state.isSuspended { return }
            let bytes = self.bytes(frame, over: state.shown)
            state.shown = frame
            try output.write(bytes)
        }
    }

    /// Makes the next `draw` draw everything.
    func forget() { state.withLock { $0.shown = nil } }

    /// Drops the keys that were pressed so far.
    func discardInput() throws(SystemCallError) { try input.discardTerminalInput() }

    /// Restores the terminal for the shell, until `resume`.
    func suspend() {
        state.withLock { state in
            if state.isClosed || state.isSuspended { return }
            state.isSuspended = true
            giveBack(state.before)
        }
    }

    /// Takes the terminal again, and makes the next `draw` draw everything. Also for a terminal that another program
    /// has used meanwhile.
    func resume() throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            if state.isClosed { return }
            let before = try TerminalState(beginningRaw: input)
            // Only after `suspend` are these the shell's settings.
            if state.isSuspended { state.before = before }
            state.isSuspended = false
            state.shown = nil
            try output.write(Array(Screen.begin.utf8))
        }
    }

    /// Restores the terminal.
    func close() {
        let deadline = MonotonicClock.deadline(after: Screen.patience)
        var closing = takeClosing()
        while closing == nil, MonotonicClock.now() < deadline {
            var nothing: [PollEntry] = []
            do throws(SystemCallError) { _ = try Poll.wait(&nothing, timeoutNanoseconds: 10_000_000) } catch {}
            closing = takeClosing()
        }
        switch closing {
        case .nothing?: return
        case .giveBack(let before)?: giveBack(before)
        case nil: giveBack(before)
        }
    }

    private enum Closing {
        /// It was closed before, or its shell has it.
        case nothing
        case giveBack(TerminalState)
    }

    /// What `close` has to do; nil while another thread is drawing.
    private func takeClosing() -> Closing? {
        state.withLockIfAvailable { state in
            defer { state.isClosed = true }
            return state.isClosed || state.isSuspended ? .nothing : .giveBack(state.before)
        }
    }

    private func giveBack(_ before: TerminalState) {
        // Writing fails when the terminal is gone, or does not read; then there is nothing to restore.
        let end = (keepsPictures ? Screen.deletePictures : "") + Screen.end
        do throws(SystemCallError) {
            if try Poll.wait(output, for: .writable, timeoutNanoseconds: Screen.patience) {
                try output.write(Array(end.utf8))
            }
        } catch {}
        do throws(SystemCallError) { try before.restore(input) } catch {}
    }

    private func bytes(_ frame: Frame, over shown: Frame?) -> [UInt8] {
        // Synchronized update: terminals that know it show the frame at once.
        var bytes = Array("\u{1B}[?2026h\u{1B}[?25l".utf8)
        var old = shown
        if let was = shown, was.size != frame.size || !was.pictures.isSubset(of: frame.pictures) { old = nil }
        if old == nil { bytes += Array(((keepsPictures ? Screen.deletePictures : "") + "\u{1B}[0m\u{1B}[2J").utf8) }
        for row in 0..<frame.size.rows {
            let line = frame.lines[row]
            if let old, old.lines[row] == line { continue }
            if old == nil && line == nil { continue }
            let text = line?.sequence(columns: frame.size.columns, isASCII: isASCII) ?? ""
            bytes += Array("\(Screen.move(0, row))\u{1B}[2K\(text)".utf8)
        }
        for placement in frame.pictures where old?.pictures.contains(placement) != true {
            for (offset, line) in placement.picture.lines.enumerated() {
                bytes += Array(Screen.move(placement.column, placement.row + offset).utf8)
                bytes += line
            }
            bytes += Array("\u{1B}[0m".utf8)
        }
        if let cursor = frame.cursor { bytes += Array("\(Screen.move(cursor.column, cursor.row))\u{1B}[?25h".utf8) }
        return bytes + Array("\u{1B}[?2026l".utf8)
    }

    private static func move(_ column: Int, _ row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
