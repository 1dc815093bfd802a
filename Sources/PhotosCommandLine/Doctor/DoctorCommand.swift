import LibraryModel
import LinuxSystem
import TerminalText

/// `photos doctor`.
enum DoctorCommand {
    private static let library = OptionDescription(
        "--library",
        "DIR",
        help: "the library's folder, where it is not the default one: for its disk"
    )

    static let description = CommandDescription(
        "doctor",
        summary: "Tell what is wrong with the photo library on this machine, and what to do",
        discussion: """
            Looks at the programs, the server and its two sockets, the units of systemd, what asks you in the desktop, the
            sandbox for files, the library's place and its disk, and synchronisation. Changes nothing. Exit status 1 means
            that something is wrong.
            """,
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
        findings.append(LibraryDisk(context.arguments.path(library)).finding)
        if context.printsJSON {
            try context.output.printJSON(findings.map { Finding.JSON($0) })
        } else {
            for line in lines(findings) { try context.output.printLine(line) }
        }
        return findings.allSatisfy { $0.state == .well } ? .success : .failure
    }

    /// A line for each, and below a problem what to do.
    static func lines(_ findings: [Finding]) -> [String] {
        let width = findings.map(\.subject.count).max() ?? 0
        var lines: [String] = []
        for finding in findings {
            let mark =
                switch finding.state {
                case .well: "ok      "
                case .problem: "PROBLEM "
                case .unknown: "?       "
                }
            lines.append("\(mark) \(finding.subject.padding(to: width))  \(finding.text.sanitized)")
            if let advice = finding.advice { lines.append("         \("".padding(to: width))  -> \(advice.sanitized)") }
        }
        let problems = findings.count { $0.state == .problem }
        lines.append(problems == 0 ? "All is well." : "\(problems) to mend.")
        return lines
    }
}
