/// What the placeholders of the help tell about operands and values, for completions.
enum Placeholder {
    /// The words of one such as `on|off`; none for one such as `NAME|ID`.
    static func choices(_ text: String) -> [String] {
        let words = text.split(separator: "|").map(String.init)
        return words.count > 1 && words.allSatisfy { $0 == $0.lowercased() } ? words : []
    }

    /// Whether it stands for a file or a folder.
    static func isFile(_ text: String) -> Bool {
        let name = text.hasSuffix("...") ? text.dropLast(3) : text[...]
        return ["PATH", "FILE", "DIR"].contains(name)
    }
}
