/// Identifies a process and its program by its start time and the addresses of code, stack, data and heap, which ASLR
/// chooses anew at each execve.
package struct ProcessImage: Hashable, Sendable {
    /// In clock ticks since the machine started.
    package var startTime: UInt64
    private var places: [UInt64]

    /// Reads an open `/proc/PID/stat`. Throws ESRCH when the process has ended, EACCES without ptrace read access.
    package init(reading file: borrowing OwnedDescriptor) throws(SystemCallError) {
        let fields = try ProcessStatus(reading: file)
        guard let startTime = fields[22] else { throw SystemCallError(SystemCallError.noProcess, "read") }
        // Code, stack, data and heap.
        let places = [26, 27, 28, 45, 46, 47].compactMap { fields[$0] }
        // Without access the kernel reports 0, even for the stack, which every program has.
        guard places.count == 6, places[2] != 0 else { throw SystemCallError(SystemCallError.permissionDenied, "read") }
        self.startTime = startTime
        self.places = places
    }

    /// The process that has this number now.
    package init(of process: Int32) throws(SystemCallError) {
        try self.init(reading: OwnedDescriptor(opening: FilePath("/proc/\(process)/stat")))
    }
}

/// `/proc/PID/stat`, by the numbers that proc(5) gives its fields.
struct ProcessStatus {
    private let fields: [Substring]

    /// Bytes. The kernel writes some 50 numbers and a name of at most 64 bytes.
    private static let maximumLength = 4096

    init(reading file: borrowing OwnedDescriptor) throws(SystemCallError) {
        var bytes = [UInt8](repeating: 0, count: ProcessStatus.maximumLength)
        let count = try file.read(into: &bytes, at: 0)
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        // The second field is the program's name in parentheses, and may hold anything.
        guard let name = text.lastIndex(of: ")") else { throw SystemCallError(SystemCallError.noProcess, "read") }
        fields = text[text.index(after: name)...].split(whereSeparator: { $0 == " " || $0 == "\n" })
    }

    /// Nil for the first three fields, and for what is not a number.
    subscript(field: Int) -> UInt64? { fields.indices.contains(field - 3) ? UInt64(fields[field - 3]) : nil }
}
