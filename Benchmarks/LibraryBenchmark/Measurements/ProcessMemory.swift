import LinuxSystem

/// Memory of this process.
enum ProcessMemory {
    /// Bytes of memory of its own that are in use, and of all shared memory that it has mapped, whether it has looked at
    /// it or not.
    static func used() throws -> Int {
        var kibibytes = 0
        var isShared = false
        // Foundation reads no more of a file of /proc than the system gives at once.
        let content = try OwnedDescriptor(opening: "/proc/self/smaps").readToEnd(limit: 1 << 24)
        for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let name = words.first else { continue }
            if !name.hasSuffix(":") {
                // A mapping's own line, before what is told of it.
                isShared = line.contains("memfd:")
            } else if words.count >= 2, name == (isShared ? "Size:" : "Anonymous:"), let value = Int(words[1]) {
                kibibytes += value
            }
        }
        return kibibytes * 1024
    }
}
