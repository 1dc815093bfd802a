package import LibraryModel
internal import OwnerTools
internal import TerminalText

/// What to tell the person about an app's program beyond its name: our warnings, and what it claims to run.
package struct ProgramText: Sendable {
    /// What the person has to know before allowing anything.
    package var warnings: [String] = []
    /// The script that an interpreter says it runs: a claim.
    package var claimedScript: String?

    package init(_ prompt: Prompt) {
        let program = prompt.program
        if program.isInterpreter {
            let name = AppEvidence(app: prompt.app).shortName
            let (what, which) = ProgramText.words(name)
            warnings.append("This is \(what): every \(which) would get this access.")
            if !program.claimedScript.isEmpty { claimedScript = program.claimedScript.sanitized }
        }
        if program.isReplacement {
            warnings.append(AccessSummary.changed + ". What you allowed then is not allowed to it now.")
        }
    }

    /// Words for an interpreter and for what it runs, by the name of its executable.
    private static func words(_ name: String) -> (what: String, which: String) {
        for (prefix, language) in languages where name.hasPrefix(prefix) {
            return ("the \(language) interpreter", "\(language) program")
        }
        return ("a program that runs others, \(name)", "program that it runs")
    }

    private static let languages = [
        ("python", "Python"), ("pypy", "Python"), ("perl", "Perl"), ("ruby", "Ruby"), ("node", "JavaScript"),
        ("gjs", "JavaScript"), ("deno", "JavaScript"), ("lua", "Lua"), ("php", "PHP"), ("java", "Java"),
        ("bash", "shell"), ("dash", "shell"), ("zsh", "shell"),
    ]
}
