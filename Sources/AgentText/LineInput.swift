internal import LinuxSystem

/// Lines from standard input, as they come.
struct LineInput: ~Copyable {
    /// Bytes of a line; the rest is ignored.
    static let maximumLine = 16 * 1024
    /// Bytes to hold before reading pauses.
    static let maximumWaiting = 256 * 1024

    let descriptor: OwnedDescriptor
    /// Whether a person types: what they typed before a question does not answer it.
    let isTerminal: Bool
    private var waiting: [UInt8] = []
    private var hasEnded = false

    init(_ descriptor: consuming OwnedDescriptor) {
        isTerminal = descriptor.isTerminal()
        self.descriptor = descriptor
    }

    /// Whether to wait for more bytes.
    var wantsMore: Bool { !hasEnded && waiting.count < LineInput.maximumWaiting }

    /// Nothing is left, and nothing will come.
    var isAtEnd: Bool { hasEnded && waiting.isEmpty }

    /// Reads what there is, and blocks when there is nothing.
    mutating func read() {
        var buffer = [UInt8](repeating: 0, count: LineInput.maximumLine)
        let count: Int
        // Reading a terminal that is gone fails.
        do throws(SystemCallError) { count = try descriptor.read(into: &buffer) } catch {
            hasEnded = true
            return
        }
        if count == 0 { hasEnded = true }
        waiting += buffer[..<count]
    }

    /// The next line without its end; the last one may have none.
    mutating func next() -> String? {
        if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
            let line = waiting[..<end]
            defer { waiting.removeFirst(end + 1) }
            return LineInput.text(line)
        }
        guard hasEnded || waiting.count >= LineInput.maximumWaiting, !waiting.isEmpty else { return nil }
        defer { waiting = [] }
        return LineInput.text(waiting[...])
    }

    /// Drops what was typed so far.
    mutating func discard() {
        waiting = []
        guard isTerminal else { return }
        // A terminal that is gone ends at the next read.
        do throws(SystemCallError) { try descriptor.discardTerminalInput() } catch {}
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(maximumLine), as: UTF8.self)
        return text.hasSuffix("\r") ? String(text.dropLast()) : text
    }
}
