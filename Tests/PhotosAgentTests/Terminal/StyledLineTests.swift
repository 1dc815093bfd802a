import Testing

@testable import AgentTerminal

@Suite struct StyledLineTests {
    @Test func `no text becomes a control sequence, and without UTF-8 it is ASCII`() {
        var line = StyledLine("a\u{1B}[2J")
        line.append("\u{1B}]52;c;x\u{7}", .bold)
        #expect(
            line.sequence(columns: 40, isASCII: false)
                == "\u{1B}[0ma\u{FFFD}[2J\u{1B}[0;1m\u{FFFD}]52;c;x\u{FFFD}\u{1B}[0m"
        )
        #expect(StyledLine("日本é").sequence(columns: 4, isASCII: true) == "\u{1B}[0m??" + "?\u{1B}[0m")
    }
}
