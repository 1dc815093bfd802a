internal import LinuxSystem
internal import PhotosAgent
internal import Synchronization

/// The terminal's screen, from the moment it is taken until it is given back as it was.
///
/// `close` may be called from any thread, while another one draws, and more than once. One thread does the rest.
final class Screen: Sendable {
    private struct State {
        /// How the terminal was before it was taken last.
        var before: TerminalState
        var shown: Frame?
        /// The shell has it for a while.
        var isSuspended = false
        var isClosed = false
    }

    /// Nanoseconds that a drawing thread may take to notice that the screen is closed: a terminal may have stopped to
    /// read.
    private static let patience: UInt64 = 1_000_000_000

    // The alternate screen, no cursor, pastes marked as such.
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J"
    private static let end = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
    private static let deletePictures = "\u{1B}_Ga=d,q=2\u{1B}\\"

    let input: OwnedDescriptor
    private let output: OwnedDescriptor
    /// How the terminal was before it was first taken.
    private let before: TerminalState
    private let isASCII: Bool
    /// Pictures stay when text is erased, and have to be deleted.
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

    /// Draws what differs from what is shown. Does nothing when the screen is closed.
    func draw(_ frame: Frame) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            if state.isClosed || state.isSuspended { return }
            let bytes = self.bytes(frame, over: state.shown)
            state.shown = frame
            try output.write(bytes)
        }
    }

    /// Has the next frame drawn wholly.
    func forget() { state.withLock { $0.shown = nil } }

    /// Forgets the keys that were pressed so far.
    func discardInput() throws(SystemCallError) { try input.discardTerminalInput() }

    /// Makes the terminal as it was before, until `resume`: its shell is to have it.
    func suspend() {
        state.withLock { state in
            if state.isClosed || state.isSuspended { return }
            state.isSuspended = true
            giveBack(state.before)
        }
    }

    /// Takes the terminal again, and has the next frame drawn wholly. Also where something else has used it unasked.
    func resume() throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            if state.isClosed { return }
            let before = try TerminalState(beginningRaw: input)
            // Only a shell that was given the terminal has put it into the state that it is to have again.
            if state.isSuspended { state.before = before }
            state.isSuspended = false
            state.shown = nil
            try output.write(Array(Screen.begin.utf8))
        }
    }

    /// Makes the terminal as it was before.
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

    /// What closing means now; nil when another thread is drawing.
    private func takeClosing() -> Closing? {
        state.withLockIfAvailable { state in
            defer { state.isClosed = true }
            return state.isClosed || state.isSuspended ? .nothing : .giveBack(state.before)
        }
    }

    private func giveBack(_ before: TerminalState) {
        // What cannot be written any more is on a terminal that is gone, or that does not read.
        let end = (keepsPictures ? Screen.deletePictures : "") + Screen.end
        do throws(SystemCallError) {
            if try Poll.wait(output, for: .writable, timeoutNanoseconds: Screen.patience) {
                try output.write(Array(end.utf8))
            }
        } catch {}
        do throws(SystemCallError) { try before.restore(input) } catch {}
    }

    private func bytes(_ frame: Frame, over shown: Frame?) -> [UInt8] {
        // A terminal that knows this shows all of the frame at once.
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
