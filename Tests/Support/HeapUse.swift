internal import Glibc

/// What this process has in use of its heap.
package enum HeapUse {
    /// Bytes in use, in all of malloc's arenas: what was allocated and not freed. A few thousand are kept by threads
    /// for themselves, and count.
    package static func bytes() -> Int {
        var start: UnsafeMutablePointer<CChar>?
        var length = 0
        // <malloc.h> is not in the module.
        typealias Report = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
        guard let symbol = unsafe dlsym(nil, "malloc_info"), let file = unsafe open_memstream(&start, &length) else {
            preconditionFailure("malloc does not tell what it has")
        }
        _ = unsafe unsafeBitCast(symbol, to: Report.self)(0, file)
        unsafe fclose(file)
        defer { unsafe free(start) }
        guard let start = unsafe start else { preconditionFailure("malloc told nothing") }
        // The sums of all arenas come last.
        let lines = unsafe String(cString: start).split(separator: "\n")
        func sum(_ kind: String) -> Int {
            guard let line = lines.last(where: { $0.hasPrefix("<\(kind) ") }),
                let size = Int(line.split(separator: "\"").dropLast().last ?? "")
            else { preconditionFailure("malloc does not tell of \(kind)") }
            return size
        }
        let free = sum("total type=\"fast\"") + sum("total type=\"rest\"")
        return sum("system type=\"current\"") - free + sum("total type=\"mmap\"")
    }
}
