import Languages

/// Asking the person before something that cannot be undone.
enum Consent {
    static let yes = OptionDescription("--yes", help: localized("do not ask"))

    /// Whether the person agrees, on standard input or by `--yes`. Without an answer they do not.
    static func given(to question: String, _ context: CommandContext) -> Bool {
        if context.arguments.has(yes) { return true }
        context.messages.say(localized("{question} Type {yes}:", ["question": question, "yes": "yes"]))
        return readLine() == "yes"
    }
}
