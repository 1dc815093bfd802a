internal import Languages
package import LinuxSystem
internal import TerminalText

/// What `photos-agent --help` prints, in the language of the person.
package struct AgentHelp {
    private let columns: Int

    package init(columns: Int) { self.columns = columns }

    /// For standard output.
    package init() throws(SystemCallError) { self.init(columns: try OwnProcess.standardOutput().textColumns()) }

    package var text: String {
        let usage = localized("Usage: {command}", ["command": "photos-agent [OPTION...]"])
        let purpose = localized("Asks you what apps may do with your photos, and shows what they may.")
        let options = AgentOption.allCases.map { ($0.usage, $0.text) }
        let lines = [usage, ""] + purpose.wrapped(columns: columns) + ["", localized("Options:")]
        return (lines + NamedTexts.lines(options, columns: columns)).map { $0 + "\n" }.joined()
    }
}
