import LinuxSystem

/// Memory of this process.
enum ProcessMemory {
    /// Bytes of memory of its own that are in use, and of all memory that others handed over, whether it has looked at
    /// it or not.
    static func used() throws -> Int {
        var bytes = 0
        for line in try lines(of: "/proc/self/maps") where line.contains("memfd:") {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
            if ends.count == 2 { bytes += ends[1] - ends[0] }
        }
        for line in try lines(of: "/proc/self/smaps_rollup") where line.hasPrefix("Anonymous:") {
            let words = line.split(separator: " ")
            if words.count >= 2, let value = Int(words[1]) { bytes += value * 1024 }
        }
        return bytes
    }

    // Foundation reads no more of a file of /proc than the system gives at once.
    private static func lines(of path: FilePath) throws -> [Substring] {
        let content = try OwnedDescriptor(opening: path).readToEnd(limit: 1 << 24)
        return String(decoding: content, as: UTF8.self).split(separator: "\n")
    }
}
