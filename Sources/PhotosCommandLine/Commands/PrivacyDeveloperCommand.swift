import CivilDates
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// `photos privacy developer`: folders whose programs keep what they were allowed when they are built anew.
enum PrivacyDeveloperCommand {
    static let folder = OptionDescription("--folder", "DIR", help: localized("a folder of builds of your own"))
    static let until = OptionDescription(
        "--until",
        "WHEN",
        help: localized("when that ends: a date, or 30m, 2h, 7d, 4w")
    )
    static let end = OptionDescription("--end", help: localized("end it now"))

    static let description = CommandDescription(
        "privacy developer",
        summary: localized(
            "Let the programs in a folder of builds keep what you allowed them when they are built anew"
        ),
        discussion: localized(
            """
            Each program in DIR asks once, as any other; after a new build it is not asked again. Nobody but you and root may \
            be able to write to DIR, to the folders above it and to the program, or it does not count. Programs that you run \
            yourself could still put another program in its place: name a folder that only your builds write to, and none \
            that a sandboxed app was given. It ends by itself; then the next build has to ask. Without options, lists the \
            folders.
            """
        ),
        options: [folder, until, end, .json],
        run: run
    )

    /// A folder, for programs.
    struct JSON: Encodable, Hashable {
        var folder: String
        var until: String
        /// Why it does not count now.
        var problem: String?

        init(_ folder: DeveloperFolder) {
            self.folder = folder.path.sanitized
            until = DateText.universal(folder.until)
            problem = folder.problem
        }
    }

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        guard let path = try arguments.text(folder) else {
            if try arguments.text(until) != nil || arguments.has(end) {
                throw arguments.usageError(localized("{option} says which folder", ["option": folder.name]))
            }
            return try list(context)
        }
        if arguments.has(end) {
            try context.connect().setDeveloperFolder(try named(path), until: nil)
            return .success
        }
        guard let text = try arguments.text(until) else {
            throw arguments.usageError(
                localized(
                    "{option} says when it ends, for example {example}; {end} ends it now",
                    ["option": until.name, "example": "4w", "end": end.name]
                )
            )
        }
        try context.connect().setDeveloperFolder(try named(path), until: try Expiry.instant(text, arguments))
        return .success
    }

    /// The whole path of a folder, without symbolic links; as it was named when there is none.
    private static func named(_ path: String) throws(CommandFailure) -> String {
        let whole: String?
        do throws(SystemCallError) { whole = try BuildFolder.wholePath(of: path) } catch {
            throw CommandFailure("\(path.sanitized): \(error.localizedReason)")
        }
        guard let text = whole else { throw CommandFailure("\(path.sanitized): " + localized("the path is not text")) }
        return text
    }

    private static func list(_ context: CommandContext) throws -> ExitCode {
        let folders = try context.connect().developerFolders()
        if context.printsJSON {
            try context.output.printJSON(folders.map { JSON($0) })
            return .success
        }
        if folders.isEmpty { context.messages.say(localized("there is no folder of builds")) }
        for line in lines(folders) { try context.output.printLine(line) }
        return .success
    }

    static func lines(_ folders: [DeveloperFolder], zone: TimeZoneOffsets = .local) -> [String] {
        guard !folders.isEmpty else { return [] }
        var table = TextTable(.left, .left, .left)
        table.appendHeading(localized("Folder"), localized("until"), localized("Notes"))
        for folder in folders {
            let note = BuildFolder(folder).problem.map { localized("Does not count: {reason}", ["reason": $0]) } ?? ""
            table.append(folder.path.sanitized, DateText.minute(folder.until, zone: zone), note)
        }
        return table.lines
    }
}
