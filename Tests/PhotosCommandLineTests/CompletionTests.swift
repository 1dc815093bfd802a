import LibraryTestSupport
import LinuxSystem
import Testing

@testable import PhotosCommandLine

@Suite(.timeLimit(.minutes(1))) struct CompletionTests {
    private static let table = CompletionTable(commands: CommandTable.commands)

    /// What bash offers for a line; its last word is the one at the cursor.
    private func bash(_ words: String..., in folder: ScratchFolder) throws -> Set<String> {
        let script = try folder.write(
            Array(BashCompletion(table: CompletionTests.table).script.utf8),
            to: "photos.bash"
        )
        let line = (["photos"] + words).map { "'\($0)'" }.joined(separator: " ")
        let program = """
            set -u
            cd '\(folder.path.text)'
            source '\(script.text)'
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count)
            _photos
            printf '%s\\n' "${COMPREPLY[@]-}"
            """
        let finished = try RunningProgram(path: "/bin/bash", ["--norc", "-c", FilePath(program)]).finish()
        #expect(finished.status == .exited(0) && finished.errors.isEmpty, "\(finished.errors)")
        return Set(finished.output.split(separator: "\n").map(String.init))
    }

    @Test func `bash completes commands, their options and values, and files`() throws {
        let folder = try ScratchFolder()
        try FileNames.makeFolder(folder.file("pictures of mine"))
        #expect(try bash("al", in: folder) == ["albums", "album"])
        #expect(try bash("album", "re", in: folder) == ["rename", "remove"])
        #expect(try bash("privacy", "set", "camera", "", in: folder) == ["full", "limited", "denied", "ask"])
        #expect(try bash("privacy", "set", "", in: folder).isEmpty)
        #expect(try bash("list", "--da", in: folder) == ["--damaged"])
        #expect(try bash("list", "--kind", "sc", in: folder) == ["screenshots", "screenRecordings"])
        #expect(try bash("list", "--kind", "=", "sc", in: folder) == ["screenshots", "screenRecordings"])
        #expect(try bash("list", "--search", "x", in: folder).isEmpty)
        #expect(try bash("list", "--search", "album", "--li", in: folder) == ["--limit"])
        #expect(try bash("--socket", "s", "ve", in: folder) == ["verify"])
        #expect(try bash("import", "pic", in: folder) == ["pictures of mine"])
        #expect(try bash("import", "a.jpg", "pic", in: folder) == ["pictures of mine"])
        #expect(try bash("export", "--to", "pic", in: folder) == ["pictures of mine"])
        #expect(try bash("completions", "", in: folder) == ["bash", "zsh", "fish"])
    }

    @Test(arguments: CommandTable.commands.map(\.name))
    func `every command has a help, and every shell and the manual know it and its options`(_ name: String) throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        let help = HelpText(commands: CommandTable.commands).text(for: command.words)
        #expect(help.hasPrefix("Usage: photos \(name)") && help.contains(command.summary))
        let manual = ManualPage(commands: CommandTable.commands).text
        #expect(manual.contains(".SS \"\(name.replacing("-", with: "\\-"))"))
        let scripts = [
            BashCompletion(table: CompletionTests.table).script, ZshCompletion(table: CompletionTests.table).script,
        ]
        for option in command.options {
            #expect(help.contains("  \(option.name)") && !option.help.isEmpty)
            for script in scripts { #expect(script.contains(option.name)) }
            let fish = "complete -c photos -n '__photos_in \(name)' -l \(option.name.dropFirst(2)) "
            #expect(FishCompletion(table: CompletionTests.table).script.contains(fish))
        }
    }

    @Test func `no line of the manual is a request that was meant as text`() {
        let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".B ", ".I ", ".BR"]
        let text = ManualPage(
            commands: [
                CommandDescription("x", summary: ".so /etc/passwd", discussion: "'\\fB-a\n.de x") { _ in .success }
            ]
        ).text
        for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(known.contains { line.hasPrefix($0) }, "\(line)")
        }
        #expect(text.contains("\\&.so /etc/passwd") && text.contains("\\&'\\efB\\-a\n\\&.de x"))
    }

    /// Checks the syntax with the shell itself, where there is one.
    @Test(arguments: ["zsh", "fish"])
    func `the script of another shell has no error of syntax`(_ shell: String) throws {
        guard let program = EnvironmentVariables.program(FilePath(shell)) else { return }
        let script =
            shell == "zsh"
            ? ZshCompletion(table: CompletionTests.table).script : FishCompletion(table: CompletionTests.table).script
        let folder = try ScratchFolder()
        let file = try folder.write(Array(script.utf8), to: "photos.\(shell)")
        let finished = try RunningProgram(path: program, ["-n", file]).finish()
        #expect(finished.status == .exited(0) && finished.errors.isEmpty, "\(finished.errors)")
    }
}
