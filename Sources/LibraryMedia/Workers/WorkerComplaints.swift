internal import LinuxSystem

/// A worker's standard error. A hostile file may control it, so only a few short lines of plain characters are passed
/// on. The pipe is non-blocking: what does not fit is lost, and the worker never waits.
final class WorkerComplaints: Sendable {
    /// Lines passed on after each job.
    private static let maximumLines = 4
    /// Bytes of a line.
    private static let maximumLineLength = 160
    /// Bytes read after each job.
    private static let maximumRead = 16 << 10

    private let pipe: OwnedDescriptor
    private let tellLine: @Sendable (String) -> Void

    init(_ pipe: consuming OwnedDescriptor, _ tellLine: @escaping @Sendable (String) -> Void) {
        self.pipe = pipe
        self.tellLine = tellLine
    }

    /// Passes on what the server itself has seen of the worker.
    func tell(_ line: String) { tellLine(line) }

    /// Reads and passes on what has arrived.
    func tell() {
        var buffer = [UInt8](repeating: 0, count: WorkerComplaints.maximumRead)
        var room = buffer.mutableSpan
        let count: Int
        do throws(SystemCallError) { count = try pipe.receive(into: &room, waiting: false).count } catch { return }
        for line in buffer[..<count].split(separator: UInt8(ascii: "\n")).prefix(WorkerComplaints.maximumLines) {
            let plain = line.prefix(WorkerComplaints.maximumLineLength).map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }
            tellLine(String(decoding: plain, as: UTF8.self))
        }
    }
}
