import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos cloud optimize`.
enum CloudOptimize {
    private static let keep = OptionDescription(
        "--keep",
        "SIZE",
        help: localized("bytes of originals to keep here, such as 20GB or 0; the others stay in the bucket alone")
    )
    private static let off = OptionDescription(
        "--off",
        help: localized("keep all originals here, and bring back the others")
    )

    static let description = CommandDescription(
        "cloud optimize",
        summary: localized("Say how much of the originals stays on this machine, or change it"),
        discussion: localized(
            """
            Originals that are whole in the bucket are removed from this machine, least recently used first, until at \
            most SIZE is left. Each is read from the bucket before. Thumbnails, previews and all that is written of a \
            photo stay, and an original comes back when an app asks for it and allows the network.
            """
        ),
        options: [keep, off, .json]
    ) { context in
        let client = context.connect()
        let status = try client.cloudStatus()
        guard var settings = status.settings else { throw LibraryError.cloudNotSetUp }
        guard let wanted = try wanted(context.arguments) else {
            if context.printsJSON {
                try context.output.printJSON(CloudJSON.Originals(status))
            } else {
                for line in CloudText.originals(CloudSummary(status)) { try context.output.printLine(line) }
            }
            return .success
        }
        settings.keptBytes = wanted.bytes
        try client.setCloud(settings)
        let command = "photos cloud status"
        context.messages.say(
            wanted.bytes == nil
                ? localized(
                    "all originals come back to this machine; \"{command}\" tells how far that is",
                    ["command": command]
                )
                : localized(
                    "originals that are whole in the bucket leave this machine; \"{command}\" tells how far that is",
                    ["command": command]
                )
        )
        return .success
    }

    private struct Wanted {
        /// Nil for all.
        var bytes: Int64?
    }

    /// Nil without an option.
    private static func wanted(_ arguments: ParsedArguments) throws -> Wanted? {
        if arguments.has(off) {
            if arguments.has(keep) {
                throw arguments.usageError(
                    localized("{one} and {other} exclude each other", ["one": keep.name, "other": off.name])
                )
            }
            return Wanted(bytes: nil)
        }
        guard let text = try arguments.text(keep) else { return nil }
        guard let bytes = SizeText.bytes(from: text) else {
            throw arguments.usageError(
                localized(
                    "{option} needs a size such as {examples}, not {text}",
                    ["option": keep.name, "examples": ["500M", "20GB", "0"].listed, "text": text.sanitized]
                )
            )
        }
        return Wanted(bytes: bytes)
    }
}
