import TerminalText

/// Finds the app that a person names.
struct AppIdentity {
    /// The identities of the apps that have asked.
    var known: [String]

    /// A known identity, one of a form that an app may turn out to have (`kind:name`, or the path of a program), or the
    /// last part of the only known identity that ends with it.
    func app(_ text: String) throws(CommandFailure) -> String {
        if known.contains(text) { return text }
        if text.hasPrefix("/") { return "exe:" + text }
        let ending = known.filter { $0.hasSuffix("/" + text) || $0.hasSuffix(":" + text) }
        if ending.count == 1 { return ending[0] }
        if ending.count > 1 {
            throw CommandFailure(
                "\(text.shown) may be any of \(ending.count):" + ending.map { "\n  " + $0.shown }.joined()
            )
        }
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex
        else { throw CommandFailure("no app that is called \(text.shown) has asked yet") }
        return text
    }
}
