import Foundation
import Testing

@testable import os

@Suite struct FormattedMessageTests {
    private func text(_ format: StaticString, _ arguments: any CVarArg...) -> String {
        FormattedMessage.text(format, arguments)
    }

    @Test func `texts are hidden and numbers shown, unless the format says otherwise`() {
        #expect(text("%@ has %d photos", "Ann", 3) == "<private> has 3 photos")
        #expect(text("%{public}@ has %{private}d", "Ann", 3) == "Ann has <private>")
        #expect(text("%{public,uuid_t}@ %{sensitive}@", "a", "b") == "a <private>")
        #expect(text("%{private, mask.hash}@", "Ann").hasPrefix("<mask.hash: '"))
        #expect(text("%{public}s", "Ann") == "Ann")
    }

    @Test func `numbers are written as in C`() {
        #expect(text("%i %ld %lld %5d|%-5d|%05d", 1, 2, 3 as Int64, 4, 5, 6) == "1 2 3     4|5    |00006")
        #expect(text("%u %lu %x %X %#o", 7 as UInt32, 8 as UInt, 255, 255, 8) == "7 8 ff FF 010")
        #expect(text("%x %u", -1 as Int32, -1 as Int32) == "ffffffff 4294967295")
        #expect(text("%.2f %g %e", 1.5, 0.25 as Float, 1000.0) == "1.50 0.25 1.000000e+03")
        #expect(text("%d%%", 50) == "50%")
    }

    @Test func `what does not fit together is shown all the same`() {
        #expect(text("%d", "x") == "<private>")
        #expect(text("%{public}d", "x") == "x")
        #expect(text("%@ %f", 3, 4) == "3 4")
        #expect(text("%d and %d", 1) == "1 and %d")
        #expect(text("100%") == "100%")
        #expect(text("%{public", 1) == "%{public")
        #expect(text("nothing", 1) == "nothing")
    }
}
