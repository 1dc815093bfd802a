import LinuxSystem

/// A few stretches of a file's content, as a number.
///
/// Two samples that differ prove that the contents differ. Two that are equal prove nothing: the library compares, once
/// the first of the two files is in it.
struct ContentSample: Hashable, Sendable {
    private var size: Int64
    private var hash: Int

    /// Bytes of each stretch.
    private static let stretch = 4096

    init(of file: borrowing OwnedDescriptor, size: Int64) throws(SystemCallError) {
        self.size = size
        var hasher = Hasher()
        var buffer = [UInt8](repeating: 0, count: ContentSample.stretch)
        let last = max(0, size - Int64(ContentSample.stretch))
        for offset in [0, last / 2, last] {
            let count = try file.read(into: &buffer, at: offset)
            hasher.combine(buffer[..<count])
        }
        hash = hasher.finalize()
    }
}
