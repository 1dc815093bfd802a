internal import Synchronization

/// Memory that nobody can change, such as a mapping of sealed memory.
package protocol ImmutableMemory: AnyObject, Sendable {
    var count: Int { get }
    /// A copy of all bytes.
    var bytes: [UInt8] { get }
    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// The bytes of a picture: an array, or received memory that is copied into an array when one is requested.
final class PixelBytes: Sendable {
    private enum Storage {
        case array([UInt8])
        case memory(any ImmutableMemory)
    }

    private let storage: Mutex<Storage>

    init(_ array: [UInt8]) { storage = Mutex(.array(array)) }

    init(_ memory: any ImmutableMemory) { storage = Mutex(.memory(memory)) }

    var array: [UInt8] {
        storage.withLock { storage in
            switch storage {
            case .array(let array): return array
            case .memory(let memory):
                let array = memory.bytes
                storage = .array(array)
                return array
            }
        }
    }

    func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Not under the lock: `body` may take long, or ask for the array.
        switch storage.withLock({ $0 }) {
        case .array(let array): return try body(array.span)
        case .memory(let memory): return try memory.withBytes(body)
        }
    }
}
