internal import LinuxSystem

/// Standard output, a line at a time.
final class TextOutput: Sendable {
    private let descriptor: OwnedDescriptor

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Throws when the reader has gone.
    func say(_ line: String) throws(SystemCallError) { try descriptor.write(Array((line + "\n").utf8)) }
}
