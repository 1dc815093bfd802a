internal import Languages
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
            warnings.append(ProgramText.warning(ofInterpreter: name))
            if !program.claimedScript.isEmpty { claimedScript = program.claimedScript.sanitized }
        }
        if program.isReplacement {
            warnings.append(
                localized(
                    "This program has changed since you allowed it. What you allowed then is not allowed to it now."
                )
            )
        }
    }

    /// What to know of an interpreter, by the name of its executable.
    private static func warning(ofInterpreter name: String) -> String {
        for (prefix, language) in languages where name.hasPrefix(prefix) {
            return localized(
                "This is the {language} interpreter: every {language} program would get this access.",
                ["language": language]
            )
        }
        return localized(
            "This is a program that runs others, {name}: every program that it runs would get this access.",
            ["name": name]
        )
    }

    private static let languages = [
        ("python", "Python"), ("pypy", "Python"), ("perl", "Perl"), ("ruby", "Ruby"), ("node", "JavaScript"),
        ("gjs", "JavaScript"), ("deno", "JavaScript"), ("lua", "Lua"), ("php", "PHP"), ("java", "Java"),
        ("bash", "shell"), ("dash", "shell"), ("zsh", "shell"),
    ]
}
