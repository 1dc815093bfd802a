import Glibc

/// Descriptors with one owner, in order. Closes those that are left on deinit.
package struct DescriptorList: ~Copyable, Sendable {
    private var rawValues: [CInt]

    package init() { rawValues = [] }

    package init(_ descriptor: consuming OwnedDescriptor) { rawValues = [descriptor.release()] }

    deinit {
        for rawValue in rawValues { _ = close(rawValue) }
    }

    package var count: Int { rawValues.count }

    package var isEmpty: Bool { rawValues.isEmpty }

    package mutating func append(_ descriptor: consuming OwnedDescriptor) { rawValues.append(descriptor.release()) }

    /// Takes the first descriptor out of the list.
    package mutating func takeFirst() -> OwnedDescriptor? {
        if rawValues.isEmpty { return nil }
        return OwnedDescriptor(owning: rawValues.removeFirst())
    }

    /// Takes the first `count` descriptors out of the list, or as many as there are.
    package mutating func takeFirst(_ count: Int) -> DescriptorList {
        if count == 0 || rawValues.isEmpty { return DescriptorList() }
        var taken = DescriptorList()
        taken.rawValues = Array(rawValues.prefix(count))
        rawValues.removeFirst(taken.rawValues.count)
        return taken
    }

    /// Reads the start of the first descriptor if it is sealed memory. Returns the number of bytes, 0 for anything
    /// else. Never blocks: the kernel itself backs sealed memory.
    package borrowing func readSealed(into buffer: inout [UInt8]) -> Int {
        guard let first = rawValues.first, SealedMemory.isSealed(rawValue: first) else { return 0 }
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe pread(first, bytes.baseAddress, bytes.count, 0)
        }
        return max(count, 0)
    }

    /// Closes them all.
    package mutating func removeAll() {
        for rawValue in rawValues { _ = close(rawValue) }
        rawValues = []
    }

    /// The raw descriptors, for calls that borrow them: the list keeps ownership.
    package var borrowedRawValues: [CInt] { rawValues }
}
