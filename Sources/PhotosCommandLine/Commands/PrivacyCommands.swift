import CivilDates
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// The commands of `photos privacy` with which the person decides.
enum PrivacyCommands {
    static let addOnly = OptionDescription("--add-only", help: "decide about adding photos, not about seeing them")
    static let until = OptionDescription("--until", "WHEN", help: "ask again from then on: a date, or 30m, 2h, 7d, 4w")
    static let confirm = OptionDescription("--confirm", "on|off", help: "ask you before it changes what it did not add")
    static let silence = OptionDescription("--silence", "on|off", help: "show none of its questions and pickers")

    static let withoutConfirmation = OptionDescription(
        "--without-confirmation",
        help: "let it change what it did not add without asking you each time"
    )

    static let set = CommandDescription(
        "privacy set",
        operands: "APP \(AccessArgument.alternatives)",
        count: 2...2,
        summary: "Decide what an app may do",
        discussion: """
            \(AccessArgument.help) APP is an identity of privacy list, such as
            exe:/usr/bin/camera, the path of a program, or the last part of either. A date without a time is its beginning.
            """,
        options: [addOnly, until, withoutConfirmation],
        run: set
    )

    static let select = CommandDescription(
        "privacy select",
        operands: "APP ID...",
        count: 2...Int.max,
        summary: "Let a limited app see these photos too",
        run: { context in try change(context, deselects: false) }
    )

    static let deselect = CommandDescription(
        "privacy deselect",
        operands: "APP ID...",
        count: 2...Int.max,
        summary: "Let a limited app no longer see these photos",
        run: { context in try change(context, deselects: true) }
    )

    static let policy = CommandDescription(
        "privacy policy",
        operands: "APP",
        count: 1...1,
        summary: "Decide how an app is treated, or show it",
        options: [confirm, silence, .json],
        run: policy
    )

    static let revoke = CommandDescription(
        "privacy revoke",
        operands: "APP",
        count: 1...1,
        summary: "Deny an app everything, and take back what you picked for it",
        discussion: "What it has read already it has. The photos that you selected for it are remembered.",
        run: revoke
    )

    static let forget = CommandDescription(
        "privacy forget",
        operands: "APP",
        count: 1...1,
        summary: "Treat an app as if it had never asked",
        discussion: """
            Nothing is kept of it: what you decided, selected or picked for it, and what was there before it changed something,
            so that this can no longer be taken back. Albums that it made are yours.
            """,
        run: forget
    )

    private static func set(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let word = try arguments.text(at: 1)
        guard let status = AccessArgument(rawValue: word)?.status else {
            throw arguments.usageError("\(word.shown) is not one of \(AccessArgument.alternatives)")
        }
        let level: AccessLevel = arguments.has(addOnly) ? .addOnly : .readWrite
        if status == .limited, level == .addOnly { throw arguments.usageError("--add-only cannot be limited") }
        let end = try end(arguments, status, level)
        let client = context.connect()
        let app = try KnownApps(client).app(try arguments.text(at: 0))
        let confirms = arguments.has(withoutConfirmation) ? false : nil
        try client.setStatus(status, ofApp: app, for: level, until: end, confirmsChanges: confirms)
        return .success
    }

    private static func end(
        _ arguments: ParsedArguments,
        _ status: AuthorizationStatus,
        _ level: AccessLevel
    ) throws -> Int64? {
        guard let text = try arguments.text(until) else { return nil }
        guard level == .readWrite, status == .authorized || status == .limited else {
            throw arguments.usageError("--until is for full or limited access")
        }
        let now = WallClock.microseconds()
        guard let end = ExpiryParser().instant(text, now: now) else {
            throw arguments.usageError("\(text.shown) is no date, nor a time such as 30m, 2h, 7d or 4w")
        }
        guard end > now else { throw arguments.usageError("\(text.shown) is over already") }
        return end
    }

    private static func change(_ context: CommandContext, deselects: Bool) throws -> ExitCode {
        let client = context.connect()
        let app = try KnownApps(client).app(try context.arguments.text(at: 0))
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts(from: 1))
        try client.select(assets, forApp: app, deselects: deselects)
        return .success
    }

    // MARK: Treatment

    /// How an app is treated, for programs.
    struct PolicyJSON: Encodable, Hashable {
        var app: String
        var confirmsChanges: Bool
        var isSilenced: Bool
    }

    private static func policy(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let confirms = try onOrOff(arguments, confirm)
        let silences = try onOrOff(arguments, silence)
        let client = context.connect()
        let app = try KnownApps(client).app(try arguments.text(at: 0))
        if confirms != nil || silences != nil {
            try client.setPreferences(ofApp: app, confirmsChanges: confirms, isSilenced: silences)
            if !context.printsJSON { return .success }
        }
        let grant = try KnownApps(client).grant(app)
        let policy = PolicyJSON(
            app: grant.app,
            confirmsChanges: grant.confirmsChanges,
            isSilenced: grant.isSilenced
        )
        if context.printsJSON {
            try context.output.printJSON(policy)
        } else {
            try context.output.printLine("confirm \(policy.confirmsChanges ? "on" : "off")")
            try context.output.printLine("silence \(policy.isSilenced ? "on" : "off")")
        }
        return .success
    }

    private static func onOrOff(_ arguments: ParsedArguments, _ option: OptionDescription) throws -> Bool? {
        switch try arguments.text(option) {
        case nil: nil
        case "on": true
        case "off": false
        case let text?: throw arguments.usageError("\(option.name) is on or off, not \(text.shown)")
        }
    }

    // MARK: Taking back

    private static func revoke(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let app = try KnownApps(client).app(try context.arguments.text(at: 0))
        try client.revoke(app: app)
        return .success
    }

    private static func forget(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let app = try KnownApps(client).grant(try context.arguments.text(at: 0)).app
        try client.forget(app: app)
        return .success
    }
}
