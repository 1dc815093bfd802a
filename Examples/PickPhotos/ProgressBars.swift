import PhotosUI

/// Progress bars on the terminal, one per running load and one for all files.
@MainActor
final class ProgressBars {
    private struct Bar {
        var name: String
        var progress: Progress
    }

    /// Columns of a bar.
    private nonisolated static let width = 30

    private let count: Int
    private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
    private var bars: [Bar] = []
    private var drawnLines = 0

    init(count: Int) { self.count = count }

    func add(_ name: String, _ progress: Progress) { bars.append(Bar(name: name, progress: progress)) }

    /// Of all files, including those that have not started.
    private var whole: Double { bars.reduce(0) { $0 + $1.progress.fractionCompleted } / Double(max(count, 1)) }

    /// Draws until the task is cancelled. Without a terminal it draws nothing; `finish` prints the results.
    func run() async {
        guard isTerminal else { return }
        do {
            while true {
                draw()
                try await Task.sleep(nanoseconds: 100_000_000)
            }
        } catch { draw() }
    }

    func finish() {
        guard !isTerminal else { return }
        for bar in bars { note(Self.line(bar.name, bar.progress.fractionCompleted)) }
        if !bars.isEmpty { note(Self.line("all", whole)) }
    }

    private func draw() {
        var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
        let lines =
            bars.filter { !$0.progress.isFinished }.prefix(8).map { Self.line($0.name, $0.progress.fractionCompleted) }
            + [Self.line("all", whole)]
        for line in lines { text += "\u{1B}[2K\(line)\n" }
        // The lines of finished files.
        text += "\u{1B}[J"
        drawnLines = lines.count
        FileHandle.standardError.write(Data(text.utf8))
    }

    nonisolated static func line(_ name: String, _ fraction: Double) -> String {
        let done = max(0, min(1, fraction))
        let full = Int((Double(width) * done).rounded(.down))
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
        return "[\(bar)] \(Int((done * 100).rounded(.down))) % \(printable(name))"
    }

    /// Filenames are untrusted: control characters are removed.
    private nonisolated static func printable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
