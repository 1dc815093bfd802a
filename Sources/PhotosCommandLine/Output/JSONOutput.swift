import FoundationEssentials

/// Values as JSON on one line, the keys sorted.
struct JSONOutput {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension StandardOutput {
    /// Prints one value as one line.
    func printJSON(_ value: some Encodable) throws {
        try printLine(try JSONOutput().text(value))
    }
}

/// A JSON array that is printed while its elements are still being fetched, an element a line.
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
