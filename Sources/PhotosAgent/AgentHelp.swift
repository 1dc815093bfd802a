internal import Languages
internal import LinuxSystem
internal import TerminalText

/// What `photos-agent --help` prints, in the language of the person.
package struct AgentHelp {
    private let columns: Int

    /// More are not easily read, also where no terminal has fewer.
    private static let maximumColumns = 100

    /// `columns`: of the terminal that shows it; nil for those of standard output.
    package init(columns: Int? = nil) { self.columns = min(columns ?? AgentHelp.ownColumns, AgentHelp.maximumColumns) }

    package var text: String {
        let usage = localized("Usage: {command}", ["command": "photos-agent [OPTION...]"])
        let purpose = localized("Asks you what apps may do with your photos, and shows what they may.")
        let options = AgentOption.allCases.map { ($0.usage, $0.text) }
        let lines = [usage, ""] + purpose.wrapped(columns: columns) + ["", localized("Options:")]
        return (lines + NamedTexts.lines(options, columns: columns)).map { $0 + "\n" }.joined()
    }

    private static var ownColumns: Int {
        do throws(SystemCallError) {
            let columns = try OwnProcess.standardOutput().terminalSize().columns
            return columns > 0 ? columns : maximumColumns
        } catch {
            // No terminal.
            return maximumColumns
        }
    }
}
