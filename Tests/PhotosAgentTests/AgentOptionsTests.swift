import Languages
import TerminalText
import Testing

@testable import PhotosAgent

@Suite struct AgentOptionsTests {
    @Test func `options are read in any order`() throws {
        let none = try #require(try AgentOptions(arguments: []))
        #expect(none.interface == nil && none.port == 0 && none.socket == nil)
        #expect(!none.isPrintingLinks && !none.opensAtOnce)
        let all = try #require(
            try AgentOptions(arguments: [
                "--no-open", "--port=8080", "--socket", "/s", "--interface", "browser", "--open", "--user=me",
            ])
        )
        #expect(all.interface == .browser && all.port == 8080 && all.socket == "/s")
        #expect(all.isPrintingLinks && all.opensAtOnce && all.user == "me")
        #expect(try AgentOptions(arguments: ["--port", "1", "--help"]) == nil)
    }

    @Test(arguments: [
        (true, true, InterfaceKind.browser), (true, false, .browser), (false, true, .terminal), (false, false, .text),
    ])
    func `the interface that fits is shown where none is named`(
        hasDisplay: Bool,
        hasTerminal: Bool,
        fitting: InterfaceKind
    ) throws {
        func interface(_ arguments: [String]) throws -> InterfaceKind {
            try #require(try AgentOptions(arguments: arguments))
                .interface(in: .init(hasDisplay: hasDisplay, hasTerminal: hasTerminal))
        }
        #expect(try interface([]) == fitting)
        #expect(try interface(["--interface", "auto"]) == fitting)
        #expect(try interface(["--interface", "text"]) == .text)
        // What is said about the page is meant for the page.
        #expect(try interface(["--open"]) == .browser)
        #expect(try interface(["--open", "--interface", "text"]) == .text)
    }

    @Test(arguments: [
        ["--open=1"], ["--version"], ["--port"], ["--port", "65536"],
        ["--port", "-1"], ["--port", "x"], ["--interface", "x"], ["--interface"],
        ["--x"], ["x"],
        ["--socket", ""], ["--socket="],
    ])
    func `what makes no sense is refused`(_ arguments: [String]) {
        let error = #expect(throws: AgentStartError.self) { try AgentOptions(arguments: arguments) }
        #expect(error?.exitStatus == 64)
    }

    @Test(arguments: Language.allCases) func `the help and what is refused are in the person's language`(
        _ language: Language
    ) throws {
        try Language.$current.withValue(language) {
            let help = AgentHelp(columns: 72).text
            for line in help.split(separator: "\n") { #expect(line.columns <= 72, "\(line)") }
            #expect(help.contains("Asks you what apps may do") == (language == .english))
            // Each option is in the help, and is taken.
            for option in AgentOption.allCases where ![.help, .version].contains(option) {
                #expect(help.contains("  \(option.usage)  "), "\(help)")
                let value = [AgentOption.port: "1", .interface: "text", .pictures: "sixel"][option] ?? "x"
                _ = try AgentOptions(arguments: [option.rawValue] + (option.valueName == nil ? [] : [value]))
            }
            let error = #expect(throws: AgentStartError.self) { try AgentOptions(arguments: ["--port", "x"]) }
            let english = "--port needs a number from 0 to 65535, not x (see photos-agent --help)"
            #expect((error?.description == english) == (language == .english))
        }
    }
}
