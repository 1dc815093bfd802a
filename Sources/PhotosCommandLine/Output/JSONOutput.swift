import FoundationEssentials
import TerminalText

/// Values as JSON on one line, with sorted keys. Control characters are escaped as `\u`, so that they cannot control a
/// terminal and programs still read the exact text.
struct JSONOutput {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func text(_ value: some Encodable) throws -> String {
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        guard text.unicodeScalars.contains(where: \.steers) else { return text }
        // They occur only in strings, and all of them are in the Basic Multilingual Plane.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            guard scalar.steers else { return result.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}

extension StandardOutput {
    /// Prints one value as one line.
    func printJSON(_ value: some Encodable) throws {
        try printLine(try JSONOutput().text(value))
    }
}

/// Prints a JSON array element by element, a line each, while the elements are still being fetched.
struct JSONArrayOutput: ~Copyable {
    private let output: StandardOutput
    private let json = JSONOutput()
    private var isEmpty = true

    init(_ output: StandardOutput) throws {
        self.output = output
        try output.print("[")
    }

    mutating func append(_ value: some Encodable) throws {
        try output.print(isEmpty ? "\n" : ",\n")
        isEmpty = false
        try output.print(try json.text(value))
    }

    consuming func finish() throws {
        try output.print(isEmpty ? "]" : "\n]")
    }
}
