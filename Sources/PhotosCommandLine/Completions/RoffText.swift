/// Text for manual pages.
enum RoffText {
    /// Text that roff takes literally, in lines none of which is a request.
    static func escaped(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            let safe = line.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
            return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
        }.joined(separator: "\n")
    }
}
