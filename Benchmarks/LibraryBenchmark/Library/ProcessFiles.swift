import Glibc
import LinuxSystem
import Photos

/// What `/proc` says of another process.
enum ProcessFiles {
    /// A number of kilobytes in one of a process's files; nil when it has ended, or the file has none of this name.
    static func mebibytes(_ name: String, in file: String, of process: Int32) -> Double? {
        guard let content = content(of: FilePath("/proc/\(process)/\(file)")) else { return nil }
        for line in content.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count >= 2, words[0] == "\(name):", let value = Double(words[1]) { return value / 1_024 }
        }
        return nil
    }

    /// The processor time of a process, of its own threads and in the kernel.
    static func processorSeconds(of process: Int32) throws -> Double {
        // After the name, which may contain anything: utime and stime are the 14th and 15th fields.
        let fields = content(of: FilePath("/proc/\(process)/stat"))?.split(separator: ")").last?.split(separator: " ")
        guard let fields, fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchmarkError("process \(process) has ended")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// What the kernel calls a process by: the first 15 bytes of its program's name. Nil when it has ended.
    static func name(of process: Int32) -> String? {
        content(of: FilePath("/proc/\(process)/comm")).map { $0.trimmingCharacters(in: .newlines) }
    }

    /// The processes that a process has started, and that have not ended.
    static func children(of process: Int32) throws -> [Int32] {
        // Not every kernel lists them by their parent.
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { other in
            let status = content(of: FilePath("/proc/\(other)/status")) ?? ""
            return status.split(separator: "\n").contains("PPid:\t\(process)")
        }
    }

    /// Mebibytes of sealed memory that a process holds open and has not mapped, which no process's share counts.
    static func unmappedMemory(of process: Int32) throws -> Double {
        let folder = "/proc/\(process)/fd"
        let mapped = content(of: FilePath("/proc/\(process)/maps")) ?? ""
        var sizes: [UInt64: Int64] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let path = FilePath("\(folder)/\(name)")
            // It may be closed meanwhile.
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path.text),
                link.hasPrefix("/memfd:"), let status = try? FileStatus(of: path)
            else { continue }
            if !mapped.contains(" \(status.inode) ") { sizes[status.inode] = status.size }
        }
        return Double(sizes.values.reduce(0, +)) / 1_048_576
    }

    private static func content(of file: FilePath) -> String? {
        do {
            let bytes = try OwnedDescriptor(opening: file).readToEnd(limit: 1 << 24)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }
}
