import LibraryTestSupport
import LinuxSystem
import Testing

@Suite struct SaturationTests {
    @Test func `sums, differences and products end at the ends of their type`() {
        #expect(Int64.max.saturatingAdding(1) == .max)
        #expect(Int64.min.saturatingAdding(-1) == .min)
        #expect(Int64(3).saturatingAdding(-5) == -2)
        #expect(Int64.min.saturatingSubtracting(1) == .min)
        #expect(Int64.max.saturatingSubtracting(-1) == .max)
        #expect(Int64(0).saturatingSubtracting(.min) == .max)
        #expect(UInt64(1).saturatingSubtracting(2) == 0)
        #expect((Int64.max / 2).saturatingMultiplied(by: 3) == .max)
        #expect((Int64.min / 2).saturatingMultiplied(by: 3) == .min)
        #expect(Int64.min.saturatingMultiplied(by: -1) == .max)
        #expect(UInt64.max.saturatingMultiplied(by: 2) == .max)
    }

    /// Seconds since 1970, and what they are in the smaller units.
    private static let dates: [(seconds: Int, microseconds: Int64, nanoseconds: Int64)] = [
        (0, 999_999, 999_999_999), (8_589_934_592, 8_589_934_592_999_999, 8_589_934_592_999_999_999),
        (17_179_869_184, 17_179_869_184_999_999, .max), (-17_179_869_184, -17_179_869_183_000_001, .min),
        (35_184_372_088_832, .max, .max), (-35_184_372_088_832, .min, .min), (.max, .max, .max), (.min, .min, .min),
    ]

    @Test(arguments: dates)
    func `a file of any date has a status`(seconds: Int, microseconds: Int64, nanoseconds: Int64) throws {
        let memory = try SealedMemory.make([1].span)
        try memory.setModificationTime(seconds: seconds)
        let status = try memory.status()
        #expect(status.modificationTime == microseconds)
        #expect(status.modificationNanoseconds == nanoseconds)
        let mapped = try MappedMemory(sealed: memory)
        #expect(mapped.bytes == [1])
    }
}
