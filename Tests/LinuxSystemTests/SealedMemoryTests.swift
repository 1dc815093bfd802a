import Glibc
import LinuxSystem
import Testing

@Suite struct SealedMemoryTests {
    @Test func `maps what was sealed and reads integers inside its bounds only`() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        let mapped = try MappedMemory(sealed: SealedMemory.make(bytes.span))
        #expect(mapped.count == 9)
        #expect(mapped.withBytes { $0[8] } == 9)
        #expect(mapped.loadUInt64BigEndian(at: 1) == 0x0203_0405_0607_0809)
        #expect(mapped.loadUInt64BigEndian(at: 2) == nil)
        #expect(mapped.loadUInt64BigEndian(at: -1) == nil)
        #expect(mapped.loadUInt32LittleEndian(at: 5) == 0x0908_0706)
        #expect(mapped.loadUInt32LittleEndian(at: 6) == nil)
        #expect(mapped.loadUInt32LittleEndian(at: .max) == nil)
    }

    @Test func `sealed memory can be neither written nor resized`() throws {
        let memory = try SealedMemory.make([1, 2, 3].span)
        let isSealed = SealedMemory.isSealed(memory)
        #expect(isSealed)
        #expect(failure { () throws(SystemCallError) in try memory.setSize(1) } == SystemCallError(EPERM, "ftruncate"))
        try memory.seek(to: 0)
        #expect(failure { () throws(SystemCallError) in _ = try memory.write([9]) } == SystemCallError(EPERM, "write"))
    }

    @Test func `refuses memory that could still be cut short`() throws {
        let memory = try SealedMemory.makeUnsealed()
        try memory.write([1, 2, 3])
        #expect(
            failure { () throws(SystemCallError) in _ = try MappedMemory(sealed: memory) }
                == SystemCallError(EPERM, "mmap")
        )
    }

    @Test func `refuses memory that lacks one of the four seals`() throws {
        // F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE, and F_ADD_SEALS below.
        let all: [CInt] = [1, 2, 4, 8]
        for missing in all {
            let memory = try SealedMemory.makeUnsealed()
            try memory.write([1, 2, 3])
            let seals = all.filter { $0 != missing }.reduce(0, |)
            let added = fcntl(memory.rawValue, CInt(1033), seals)
            try #require(added == 0)
            let isSealed = SealedMemory.isSealed(memory)
            #expect(!isSealed)
        }
    }

    @Test func `refuses a descriptor that is no memory at all`() throws {
        let device = try OwnedDescriptor(opening: "/dev/null")
        let isSealed = SealedMemory.isSealed(device)
        #expect(!isSealed)
        #expect(
            failure { () throws(SystemCallError) in _ = try MappedMemory(sealed: device) }
                == SystemCallError(EPERM, "mmap")
        )
    }

    @Test func `refuses memory above the limit and maps empty memory`() throws {
        let memory = try SealedMemory.make([UInt8](repeating: 0, count: 101).span)
        #expect(
            failure { () throws(SystemCallError) in _ = try MappedMemory(sealed: memory, maximumCount: 100) }
                == SystemCallError(EFBIG, "mmap")
        )
        let empty = try MappedMemory(sealed: SealedMemory.make([UInt8]().span))
        #expect(empty.count == 0)
        #expect(empty.withBytes { $0.count } == 0)
        #expect(empty.loadUInt32LittleEndian(at: 0) == nil)
    }
}

/// What the call throws. `#expect(throws:)` cannot hold on to values that have one owner.
func failure(_ body: () throws(SystemCallError) -> Void) -> SystemCallError? {
    do throws(SystemCallError) { try body() } catch { return error }
    return nil
}
