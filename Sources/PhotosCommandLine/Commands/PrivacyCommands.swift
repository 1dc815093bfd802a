import CivilDates
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText

/// The commands of `photos privacy` with which the person decides.
enum PrivacyCommands {
    static let addOnly = OptionDescription(
        "--add-only",
        help: localized("decide whether it may add photos, not what it may see")
    )
    static let until = OptionDescription(
        "--until",
        "WHEN",
        help: localized("when access ends and it asks again: a date, or 30m, 2h, 7d, 4w")
    )
    static let confirm = OptionDescription(
        "--confirm",
        "on|off",
        help: localized("ask you before it changes what it did not add")
    )
    static let silence = OptionDescription(
        "--silence",
        "on|off",
        help: localized("never show its questions and pickers")
    )

    static let withoutConfirmation = OptionDescription(
        "--without-confirmation",
        help: localized("let it change what it did not add without asking you each time")
    )

    static let places = OptionDescription("--places", "on|off", help: localized("whether it gets the places of photos"))
    static let withoutPlaces = OptionDescription(
        "--without-places",
        help: localized("let it have no places: no coordinates, and files without them")
    )

    static let set = CommandDescription(
        "privacy set",
        operands: "APP \(AccessArgument.words.joined(separator: "|"))",
        count: 2...2,
        summary: localized("Decide what an app may do"),
        discussion: localized(
            """
            {access} APP is an identity of privacy list, such as exe:/usr/bin/camera, the path of a program, or the \
            last part of either. A date without a time is its beginning.
            """,
            ["access": AccessArgument.help]
        ),
        options: [addOnly, until, withoutConfirmation, withoutPlaces],
        run: set
    )

    static let select = CommandDescription(
        "privacy select",
        operands: "APP ID...",
        count: 2...Int.max,
        summary: localized("Let a limited app see these photos too"),
        run: { context in try change(context, deselects: false) }
    )

    static let deselect = CommandDescription(
        "privacy deselect",
        operands: "APP ID...",
        count: 2...Int.max,
        summary: localized("Let a limited app no longer see these photos"),
        run: { context in try change(context, deselects: true) }
    )

    static let preferences = CommandDescription(
        "privacy preferences",
        operands: "APP",
        count: 1...1,
        summary: localized("Set whether an app confirms its changes, may ask, and gets places, or show it"),
        options: [confirm, silence, places, .json],
        run: preferences
    )

    static let local = OptionDescription(
        "--local",
        help: localized("also when the server has an address of this machine or of your own network")
    )

    static let destination = CommandDescription(
        "privacy destination",
        operands: "APP SERVER allow|deny|ask",
        count: 3...3,
        summary: localized("Decide whether an app may send photos to a server"),
        discussion: localized(
            """
            SERVER is the host of an https URL, or as in https://photos.example.org:8443 or http://192.168.1.7. The \
            app sends only what it sees. ask: undecided, so that you are asked again. privacy show lists what you \
            decided.
            """
        ),
        options: [local],
        run: destination
    )

    static let revoke = CommandDescription(
        "privacy revoke",
        operands: "APP",
        count: 1...1,
        summary: localized("Deny an app everything, including what you picked for it"),
        discussion: localized("It keeps what it has read already. Your selection for it is remembered."),
        run: revoke
    )

    static let forget = CommandDescription(
        "privacy forget",
        operands: "APP",
        count: 1...1,
        summary: localized("Treat an app as if it had never asked"),
        discussion: localized(
            """
            Deletes your decisions, selections and picks for it, and the former values of what it changed, which can \
            then no longer be undone. Albums that it made stay.
            """
        ),
        run: forget
    )

    private static func set(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let word = try arguments.text(at: 1)
        guard let status = AccessArgument(rawValue: word)?.status else {
            throw arguments.usageError(word, isNotOneOf: AccessArgument.words)
        }
        let level: AccessLevel = arguments.has(addOnly) ? .addOnly : .readWrite
        if status == .limited, level == .addOnly {
            throw arguments.usageError(localized("{option} cannot be limited", ["option": addOnly.name]))
        }
        let end = try end(arguments, status, level)
        let client = context.connect()
        let app = try KnownApps(client).app(try arguments.text(at: 0))
        let confirms = arguments.has(withoutConfirmation) ? false : nil
        let hidesPlaces = arguments.has(withoutPlaces) ? true : nil
        try client.setStatus(
            status,
            ofApp: app,
            for: level,
            until: end,
            confirmsChanges: confirms,
            hidesPlaces: hidesPlaces
        )
        return .success
    }

    private static func end(
        _ arguments: ParsedArguments,
        _ status: AuthorizationStatus,
        _ level: AccessLevel
    ) throws -> Int64? {
        guard let text = try arguments.text(until) else { return nil }
        guard level == .readWrite, status == .authorized || status == .limited else {
            throw arguments.usageError(localized("{option} is for full or limited access", ["option": until.name]))
        }
        return try Expiry.instant(text, arguments)
    }

    private static func change(_ context: CommandContext, deselects: Bool) throws -> ExitCode {
        let client = context.connect()
        let app = try KnownApps(client).app(try context.arguments.text(at: 0))
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts(from: 1))
        try client.select(assets, forApp: app, deselects: deselects)
        return .success
    }

    // MARK: Preferences

    /// An app's preferences, for programs.
    struct PreferencesJSON: Encodable, Hashable {
        var app: String
        var confirmsChanges: Bool
        var isSilenced: Bool
        var hidesPlaces: Bool
    }

    private static func preferences(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let confirms = try onOrOff(arguments, confirm)
        let silences = try onOrOff(arguments, silence)
        let hides = try onOrOff(arguments, places).map { !$0 }
        let client = context.connect()
        let app = try KnownApps(client).app(try arguments.text(at: 0))
        if confirms != nil || silences != nil || hides != nil {
            try client.setPreferences(
                ofApp: app,
                confirmsChanges: confirms,
                isSilenced: silences,
                hidesPlaces: hides
            )
            if !context.printsJSON { return .success }
        }
        let grant = try KnownApps(client).grant(app)
        let preferences = PreferencesJSON(
            app: grant.app,
            confirmsChanges: grant.confirmsChanges,
            isSilenced: grant.isSilenced,
            hidesPlaces: grant.hidesPlaces
        )
        if context.printsJSON {
            try context.output.printJSON(preferences)
        } else {
            // As they are set, and what that is.
            var table = TextTable(.left, .left, .left)
            for (option, isOn) in [
                (confirm, preferences.confirmsChanges), (silence, preferences.isSilenced),
                (places, !preferences.hidesPlaces),
            ] { table.append(option.name, isOn ? "on" : "off", option.help) }
            for line in table.lines { try context.output.printLine(line) }
        }
        return .success
    }

    private static func onOrOff(_ arguments: ParsedArguments, _ option: OptionDescription) throws -> Bool? {
        switch try arguments.text(option) {
        case nil: nil
        case "on": true
        case "off": false
        case let text?:
            throw arguments.usageError(
                localized(
                    "{option} needs one of {choices}, not {text}",
                    ["option": option.name, "choices": ["on", "off"].listed, "text": text.sanitized]
                )
            )
        }
    }

    // MARK: Servers

    private static func destination(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let (server, word) = (try arguments.text(at: 1), try arguments.text(at: 2))
        guard let origin = UploadOrigin(server) else {
            throw arguments.usageError(
                localized(
                    "{text} is no server such as {example} or {other}",
                    ["text": server.sanitized, "example": "photos.example.org", "other": "http://10.0.0.7"]
                )
            )
        }
        let isAllowed: Bool?
        switch word {
        case "allow": isAllowed = true
        case "deny": isAllowed = false
        case "ask": isAllowed = nil
        default:
            throw arguments.usageError(word, isNotOneOf: ["allow", "deny", "ask"])
        }
        let client = context.connect()
        let app = try KnownApps(client).app(try arguments.text(at: 0))
        // Whoever names such a server means it.
        let allowsLocal = arguments.has(local) || origin.isLocal
        try client.setUploadDestination(origin, ofApp: app, isAllowed: isAllowed, allowsLocal: allowsLocal)
        return .success
    }

    // MARK: Revoking

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
