import Languages
import LibraryModel
import LinuxSystem
import TerminalText

/// `photos doctor`.
enum DoctorCommand {
    private static let library = OptionDescription(
        "--library",
        "DIR",
        help: localized("the folder of another library than the server's: for its disk")
    )

    static let description = CommandDescription(
        "doctor",
        summary: localized("Tell what is wrong with the photo library on this machine, and what to do"),
        discussion: localized(
            """
            Looks at the programs, the server and its two sockets, the units of systemd, what asks you in the desktop, the \
            sandbox for files, the place and the disk of the library that the server has, and synchronisation. Changes \
            nothing. Exit status 1 means that something is wrong.
            """
        ),
        options: [library, .json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let folder = try InstalledPrograms.folder()
        let installed = InstalledPrograms(folder: folder)
        var findings = installed.findings
        let server = ServerExamination(context)
        findings += server.findings
        findings += UnitFiles.findings(serverAnswers: server.answers)
        findings.append(installed.agent)
        findings.append(installed.sandbox)
        findings.append(LibraryDisk(context.arguments.path(library), ofServer: server.folder).finding)
        if context.printsJSON {
            try context.output.printJSON(findings.map { Finding.JSON($0) })
        } else {
            for line in lines(findings) { try context.output.printLine(line) }
        }
        return findings.allSatisfy { $0.state == .well } ? .success : .failure
    }

    /// A line for each, and below a problem what to do.
    static func lines(_ findings: [Finding]) -> [String] {
        let width = findings.map(\.subject.columns).max() ?? 0
        let marks = Finding.State.allCases.map(\.mark.columns).max() ?? 0
        var lines: [String] = []
        for finding in findings {
            let mark = finding.state.mark.padding(to: marks)
            lines.append("\(mark)  \(finding.subject.padding(to: width))  \(finding.text.sanitized)")
            if let advice = finding.advice {
                lines.append("\("".padding(to: marks))  \("".padding(to: width))  -> \(advice.sanitized)")
            }
        }
        let problems = findings.count { $0.state == .problem }
        lines.append(problems == 0 ? localized("All is well.") : localized("{count} to mend.", ["count": problems]))
        return lines
    }
}

extension Finding.State {
    fileprivate var mark: String {
        switch self {
        case .well: localized("ok|of a finding")
        case .problem: localized("PROBLEM")
        case .unknown: "?"
        }
    }
}
