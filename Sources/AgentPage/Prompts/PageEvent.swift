internal import FoundationEssentials
internal import LibraryModel
internal import TerminalText

/// An event for open pages.
package struct PageEvent: Sendable {
    var name: String
    /// In the format of server-sent events.
    var bytes: [UInt8]
    /// Whether one queued event of its name makes another one needless.
    var isRepeatable = false

    private init(_ name: String, _ data: some Encodable, isRepeatable: Bool = false) throws {
        self.name = name
        self.isRepeatable = isRepeatable
        // JSON without line breaks, which would end the event.
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(data)
        bytes = Array("event: \(name)\ndata: ".utf8) + Array(json) + Array("\n\n".utf8)
    }

    static func prompt(_ prompt: PromptJSON) throws -> PageEvent { try PageEvent("prompt", prompt) }

    static func withdrawn(_ number: UInt64) throws -> PageEvent { try PageEvent("withdrawn", ["number": number]) }

    static func update(_ number: UInt64, _ update: PickerUpdate) throws -> PageEvent {
        try PageEvent("update", PickerUpdateJSON(number, update))
    }

    /// Something in the library has changed.
    static func library() throws -> PageEvent { try PageEvent("library", [String: Int](), isRepeatable: true) }

    /// Synchronisation stands otherwise.
    static func cloud() throws -> PageEvent { try PageEvent("cloud", [String: Int](), isRepeatable: true) }

    static func server(isConnected: Bool) throws -> PageEvent { try PageEvent("server", ["connected": isConnected]) }
}

/// A change of a picker, for the page.
private struct PickerUpdateJSON: Encodable {
    struct Move: Encodable {
        var asset: String
        var after: OrNull<String>
    }

    var number: UInt64
    var selectionLimit: Int?
    var searchText: String?
    var deselected: [String]
    var move: Move?

    init(_ number: UInt64, _ update: PickerUpdate) {
        self.number = number
        selectionLimit = update.selectionLimit.map { limit in
            var picker = PickerConfiguration()
            picker.selectionLimit = limit
            return picker.effectiveLimit
        }
        searchText = update.searchText?.sanitized
        deselected = update.deselected.map(\.uuidText)
        move = update.move.map { Move(asset: $0.asset.uuidText, after: OrNull($0.after?.uuidText)) }
    }
}
