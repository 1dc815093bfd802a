internal import CLinux
import Glibc

/// memfds with all seals, for large messages.
///
/// A received descriptor counts as sealed only when neither its size nor its content can change. Otherwise the peer
/// could truncate it while it is mapped (SIGBUS), or change it after it was checked.
package enum SealedMemory {
    /// A memfd with exactly `bytes`, sealed.
    package static func make(_ bytes: Span<UInt8>, name: String = "photolibrary") throws(SystemCallError)
        -> OwnedDescriptor
    {
        let memory = try makeUnsealed(name: name)
        try memory.setSize(Int64(bytes.count))
        try memory.write(bytes)
        try seal(memory)
        return memory
    }

    /// A memfd with what `write` writes, sealed.
    package static func make(
        _ write: (borrowing OwnedDescriptor) throws(SystemCallError) -> Void
    ) throws(SystemCallError) -> OwnedDescriptor {
        let memory = try makeUnsealed()
        try write(memory)
        try seal(memory)
        return memory
    }

    /// An empty memfd to write and then seal.
    package static func makeUnsealed(name: String = "photolibrary") throws(SystemCallError) -> OwnedDescriptor {
        let rawValue = try unsafe FilePath(name).withCString("memfd_create") { name throws(SystemCallError) in
            try retryingInterruptions("memfd_create") { unsafe clinux_memory_file(name) }
        }
        return OwnedDescriptor(owning: rawValue)
    }

    /// Adds all four seals. Throws EBUSY while a writable mapping exists.
    package static func seal(_ memory: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = memory.rawValue
        _ = try retryingInterruptions("fcntl(F_ADD_SEALS)") { clinux_add_seals(rawValue, allSeals) }
    }

    /// Whether the descriptor is a memfd with all four seals.
    package static func isSealed(_ memory: borrowing OwnedDescriptor) -> Bool { isSealed(rawValue: memory.rawValue) }

    static func isSealed(rawValue: CInt) -> Bool {
        let seals = clinux_get_seals(rawValue)
        return seals != -1 && seals & allSeals == allSeals
    }

    private static let allSeals =
        clinux_seal_shrink() | clinux_seal_grow() | clinux_seal_write() | clinux_seal_seal()
}
