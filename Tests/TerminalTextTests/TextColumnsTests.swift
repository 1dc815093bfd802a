import LinuxSystem
import Testing

@testable import TerminalText

/// In how many columns text is broken, by where it goes.
@Suite struct TextColumnsTests {
    @Test(arguments: [(40, 40), (100, 100), (240, 100), (0, 80)]) func `a terminal's, but no more than are easily read`(
        columns: Int,
        broken: Int
    ) throws {
        let terminal = try PseudoTerminal(TerminalSize(columns: columns, rows: 24))
        #expect(terminal.terminal.textColumns() == broken)
    }

    @Test func `as many as are easily read where there is no terminal`() throws {
        #expect(try OwnedDescriptor(opening: "/dev/null", [.writeOnly]).textColumns() == 100)
    }
}
