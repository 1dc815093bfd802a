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
        let help = HelpText(commands: CommandTable.commands, columns: .max).text(for: command.words)
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

    @Test func `the manual page of another program has what its help says, and options apart from their texts`() {
        let help = """
            usage: photos-agent [OPTION...]
                                [--long]

            Asks you what apps may do. And more.

              --open          open the page now,
                              not later
              --interface KIND
                              browser or .terminal
              --media-sandbox full|none
                              all or nothing
              --pictures KIND in a terminal
            """
        let page = ProgramPage("photos-agent", help: help).text
        let lines = page.split(separator: "\n")
        #expect(lines.contains("photos\\-agent \\- asks you what apps may do"))
        #expect(lines.contains("[OPTION...] [\\-\\-long]"))
        let options = lines.drop { $0 != ".SH OPTIONS" }.prefix { $0 != ".SH SEE ALSO" }
        #expect(
            options.dropFirst() == [
                ".TP", "\\fB\\-\\-open\\fR", "open the page now,", "not later", ".TP",
                "\\fB\\-\\-interface KIND\\fR", "browser or .terminal", ".TP",
                "\\fB\\-\\-media\\-sandbox full|none\\fR", "all or nothing", ".TP", "\\fB\\-\\-pictures KIND\\fR",
                "in a terminal",
            ]
        )
        // With a heading above the options, and two spaces before their texts.
        let headed = help.replacing("usage:", with: "Usage:").replacing("  --open     ", with: "Options:\n  --open")
        #expect(ProgramPage("photos-agent", help: headed).text == page)
    }

    /// What a real fish offers for a line.
    @Test func `fish completes commands, their options and values, and files`() throws {
        guard let program = EnvironmentVariables.program("fish") else { return }
        let folder = try ScratchFolder()
        try FileNames.makeFolder(folder.file("pictures of mine"))
        let script = try folder.write(
            Array(FishCompletion(table: CompletionTests.table).script.utf8),
            to: "photos.fish"
        )
        func fish(_ line: String) throws -> Set<String> {
            let text = "cd '\(folder.path.text)'; source '\(script.text)'; complete -C '\(line)'"
            let finished = try RunningProgram(path: program, ["--no-config", "-c", FilePath(text)]).finish()
            #expect(finished.errors.isEmpty, "\(finished.errors)")
            return Set(finished.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
        }
        #expect(try fish("photos al") == ["albums", "album"])
        #expect(try fish("photos album re").isSuperset(of: ["rename", "remove"]))
        #expect(try fish("photos list --da") == ["--damaged"])
        #expect(try fish("photos list --kind sc") == ["screenshots", "screenRecordings"])
        #expect(try fish("photos --socket s ve") == ["verify"])
        #expect(try fish("photos privacy set camera f").contains("full"))
        #expect(try fish("photos import pic") == ["pictures of mine/"])
        #expect(try fish("photos completions ").isSuperset(of: ["bash", "zsh", "fish"]))
    }

    /// What a real zsh offers for a line, typed in a terminal of its own (zsh's zpty).
    @Test func `zsh completes commands, their options and values, and files`() throws {
        guard let program = EnvironmentVariables.program("zsh") else { return }
        let folder = try ScratchFolder()
        try FileNames.makeFolder(folder.file("pictures of mine"))
        try FileNames.makeFolder(folder.file("functions"))
        try folder.write(Array(ZshCompletion(table: CompletionTests.table).script.utf8), to: "functions/_photos")
        let tested = try folder.write(Array(CompletionTests.zshDriver.utf8), to: "driver")
        func zsh(_ line: String) throws -> Set<String> {
            let finished = try RunningProgram(
                path: program,
                ["-f", tested, folder.path, FilePath(line)]
            ).finish()
            #expect(finished.status == .exited(0) && finished.errors.isEmpty, "\(finished.errors)")
            return Set(finished.output.split(separator: "\n").map { String($0) })
        }
        #expect(try zsh("photos al") == ["albums", "album"])
        #expect(try zsh("photos album re") == ["rename", "remove"])
        #expect(try zsh("photos list --da") == ["--damaged"])
        #expect(try zsh("photos list --kind sc") == ["screenshots", "screenRecordings"])
        #expect(try zsh("photos --socket s ve") == ["verify"])
        #expect(try zsh("photos privacy set camera ") == ["full", "limited", "denied", "ask"])
        #expect(try zsh("photos import pic") == ["pictures\\ of\\ mine"])
        #expect(try zsh("photos completions ") == ["bash", "zsh", "fish"])
    }

    /// Starts an interactive zsh in a terminal, has it complete a line, and prints the matches, one a line. `compadd`
    /// adds what matches to an array (-O) besides adding it.
    private static let zshDriver = """
        zmodload zsh/zpty
        cd $1
        zpty shell zsh -f -i
        {
            zpty -w shell "PROMPT=; fpath=($1/functions \\$fpath); autoload -Uz compinit; compinit -u -D -d $1/dump"
            zpty -w shell 'compadd() { local -a found given; given=("$@"); (( ${given[(I)-O]} + ${given[(I)-A]}
                + ${given[(I)-D]} )) || { builtin compadd -O found "$@"; print -rl -- $found >>matches }
                builtin compadd "$@" }'
            zpty -w shell "finish() { print -r -- FINISHED }; zle -N finish; bindkey '^X' finish"
            zpty -w shell 'print -r -- REA""DY'
            zpty -r shell line '*READY*'
            zpty -w -n shell "$2"$'\\t'$'\\x18'
            zpty -r shell line '*FINISHED*'
        } always { zpty -d shell }
        [[ -f matches ]] && sort -u matches
        rm -f matches
        exit 0
        """

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
