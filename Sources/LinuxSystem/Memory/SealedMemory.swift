internal import CLinux
import Glibc

/// Anonymous memory in a descriptor that nobody can change any more: what large answers travel in.
///
/// A received descriptor counts as sealed only when its size and content are both fixed for ever. Mapping anything less
/// would let the peer cut it short under us (SIGBUS) or change what was checked.
package enum SealedMemory {
    /// Memory that holds exactly `bytes`, sealed against every change.
    package static func make(_ bytes: Span<UInt8>, name: String = "photolibrary") throws(SystemCallError)
        -> OwnedDescriptor
    {
        let memory = try makeUnsealed(name: name)
        try memory.setSize(Int64(bytes.count))
        try memory.write(bytes)
        try seal(memory)
        return memory
    }

    /// Empty memory that is to be written and then sealed.
    package static func makeUnsealed(name: String = "photolibrary") throws(SystemCallError) -> OwnedDescriptor {
        let rawValue = try unsafe FilePath(name).withCString("memfd_create") { name throws(SystemCallError) in
            try retryingInterruptions("memfd_create") { unsafe clinux_memory_file(name) }
        }
        return OwnedDescriptor(owning: rawValue)
    }

    /// Seals against shrinking, growing, writing and further seals. `EBUSY` while a writable mapping exists.
    package static func seal(_ memory: borrowing OwnedDescriptor) throws(SystemCallError) {
        let rawValue = memory.rawValue
        _ = try retryingInterruptions("fcntl(F_ADD_SEALS)") { clinux_add_seals(rawValue, allSeals) }
    }

    /// Whether size and content of the memory are fixed, and that they are, by all four seals. False for a descriptor
    /// of any other kind.
    package static func isSealed(_ memory: borrowing OwnedDescriptor) -> Bool { isSealed(rawValue: memory.rawValue) }

    static func isSealed(rawValue: CInt) -> Bool {
        let seals = clinux_get_seals(rawValue)
        return seals != -1 && seals & allSeals == allSeals
    }

    private static let allSeals =
        clinux_seal_shrink() | clinux_seal_grow() | clinux_seal_write() | clinux_seal_seal()
}
