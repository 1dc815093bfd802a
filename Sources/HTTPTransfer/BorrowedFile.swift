internal import Glibc
internal import LinuxSystem

/// A file that its owner keeps open while this value is used.
struct BorrowedFile: Sendable {
    let rawValue: CInt

    func read(at offset: UInt64, count: Int) throws(SystemCallError) -> [UInt8] {
        try borrow { file throws(SystemCallError) in try file.read(at: offset, count: count) }
    }

    func write(_ bytes: Span<UInt8>) throws(SystemCallError) {
        try borrow { file throws(SystemCallError) in try file.write(bytes) }
    }

    private func borrow<Result>(
        _ body: (borrowing OwnedDescriptor) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        let file = OwnedDescriptor(owning: rawValue)
        let result: Swift.Result<Result, SystemCallError>
        do throws(SystemCallError) { result = .success(try body(file)) } catch { result = .failure(error) }
        // Its owner closes it.
        _ = file.release()
        return try result.get()
    }
}
