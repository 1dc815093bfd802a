import Foundation
import Testing

@testable import os

@Suite struct OSLogMessageTests {
    private func text(_ message: OSLogMessage) -> String { message.text }

    private struct Failure: Error, CustomStringConvertible {
        var description: String { "no such place" }
    }

    @Test func `texts are private and numbers public, unless it is said`() {
        let (name, count) = ("Ann", 3)
        #expect(text("no values") == "no values")
        #expect(text("\(name) has \(count)") == "<private> has 3")
        #expect(text("\(name, privacy: .public) has \(count, privacy: .private)") == "Ann has <private>")
        #expect(text("\(name, privacy: .sensitive)") == "<private>")
        #expect(text("\(URL(fileURLWithPath: "/home/ann"))") == "<private>")
        #expect(text("\(UUID().uuidString, privacy: .auto) \(1.5) \(true)") == "<private> 1.500000 true")
        #expect(text("\(Failure()) \(Failure(), privacy: .public)") == "<private> no such place")
        #expect(text("\(String.self)") == "String")
    }

    @Test func `a mask is the same for equal values, and does not tell them`() {
        let (one, same, other) = ("Ann", "Ann", "Bob")
        #expect(text("\(one, privacy: .private(mask: .hash))") == text("\(same, privacy: .private(mask: .hash))"))
        #expect(text("\(one, privacy: .private(mask: .hash))") != text("\(other, privacy: .private(mask: .hash))"))
        #expect(text("\(one, privacy: .private(mask: .hash))").hasPrefix("<mask.hash: '"))
        #expect(!text("\(one, privacy: .private(mask: .hash))").contains("Ann"))
        #expect(text("\(one, privacy: .private(mask: .none))") == "<private>")
        #expect(text("\(7, privacy: .auto(mask: .hash))") == "7")
    }

    @Test func `numbers and columns are written as it is said`() {
        #expect(text("\(255, format: .hex)") == "ff")
        #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))") == "0x00FF")
        #expect(text("\(-8, format: .octal)") == "-10")
        #expect(text("\(5, format: .decimal(explicitPositiveSign: true, minDigits: 3))") == "+005")
        #expect(text("\(Int.min)") == "-9223372036854775808")
        #expect(text("\(2.5, format: .fixed(precision: 1))") == "2.5")
        #expect(text("\(Float(1200), format: .exponential(precision: 1))") == "1.2e+03")
        #expect(text("\(0.5, format: .hybrid)") == "0.5")
        #expect(text("\(true, format: .answer)") == "yes")
        #expect(text("[\("a", align: .right(columns: 3), privacy: .public)]") == "[  a]")
        #expect(text("[\("a", align: .left(columns: 3), privacy: .public)]") == "[a  ]")
    }

    @Test func `values are not looked at by a log that is off`() {
        func fails() -> String {
            Issue.record("a value was looked at")
            return ""
        }
        Logger(.disabled).error("\(fails(), privacy: .public)")
    }

    @Test func `levels have Apple's numbers and syslog's`() {
        let levels: [OSLogType] = [.default, .info, .debug, .error, .fault]
        #expect(levels.map(\.rawValue) == [0, 1, 2, 16, 17])
        #expect(levels.map(\.priority) == [5, 6, 7, 3, 2])
    }
}
