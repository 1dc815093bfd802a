internal import LinuxSystem

/// A hash of a few parts of a file.
///
/// Different samples prove that the contents differ. Equal ones prove nothing: the library compares the whole files,
/// once the first of the two is in it.
struct ContentSample: Hashable, Sendable {
    private var size: Int64
    private var hash: Int

    /// Bytes of each part.
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
