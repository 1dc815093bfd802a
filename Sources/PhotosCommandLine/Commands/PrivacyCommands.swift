import CivilDates
import LibraryClient
import LibraryModel
import TerminalText

/// `photos privacy`: which apps may see what.
enum PrivacyCommands {
    static let addOnly = OptionDescription("--add-only", help: "decide about adding photos, not about seeing them")

    static let withoutConfirmation = OptionDescription(
        "--without-confirmation",
        help: "let it change what it did not add without asking you each time"
    )

    static let list = CommandDescription(
        "privacy list",
        summary: "List the apps that have asked, and what they may do",
        options: [.json],
        run: list
    )

    static let set = CommandDescription(
        "privacy set",
        operands: "APP full|limited|denied|ask",
        count: 2...2,
        summary: "Decide what an app may do",
        discussion: """
            full: see and change everything. limited: only the photos that you select for it. denied: nothing.
            ask: undecided, so that the app asks again. APP is an identity of privacy list, such as
            exe:/usr/bin/camera, the path of a program, or the last part of either.
            """,
        options: [addOnly, withoutConfirmation],
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

    /// An app's standing for programs.
    struct JSON: Encodable, Hashable {
        var app: String
        var claimedName: String
        var access: String
        var addOnly: String
        var selected: Int
        var lastUsed: String

        init(_ grant: AppGrant) {
            app = grant.app
            claimedName = grant.claimedName
            access = grant.readWrite.word
            addOnly = grant.addOnly.word
            selected = grant.selectedCount
            lastUsed = DateText.universal(grant.lastUsed)
        }
    }

    private static func list(_ context: CommandContext) throws -> ExitCode {
        let grants = try context.connect().grants()
        if context.printsJSON {
            try context.output.printJSON(grants.map(JSON.init))
            return .success
        }
        if grants.isEmpty { context.messages.say("no app has asked yet") }
        var table = TextTable(.left, .left, .left, .right, .left, .left)
        if !grants.isEmpty { table.append("APP", "ACCESS", "ADD", "SELECTED", "LAST USED", "CALLS ITSELF") }
        for grant in grants {
            table.append(
                grant.app.shown,
                grant.readWrite.word,
                grant.addOnly.word,
                grant.readWrite == .limited ? "\(grant.selectedCount)" : "",
                DateText.local(grant.lastUsed),
                grant.claimedName.shown
            )
        }
        for line in table.lines { try context.output.printLine(line) }
        return .success
    }

    private static func set(_ context: CommandContext) throws -> ExitCode {
        let arguments = context.arguments
        let word = try arguments.text(at: 1)
        guard let status = AuthorizationStatus(word: word) else {
            throw arguments.usageError("\(word.shown) is not one of full, limited, denied, ask")
        }
        let level: AccessLevel = arguments.has(addOnly) ? .addOnly : .readWrite
        if status == .limited, level == .addOnly { throw arguments.usageError("--add-only cannot be limited") }
        let client = context.connect()
        let app = try AppIdentity(known: try client.grants().map(\.app)).app(try arguments.text(at: 0))
        try client.setPolicy(ofApp: app, confirmsChanges: !arguments.has(withoutConfirmation))
        try client.setStatus(status, ofApp: app, for: level)
        return .success
    }

    private static func change(_ context: CommandContext, deselects: Bool) throws -> ExitCode {
        let client = context.connect()
        let app = try AppIdentity(known: try client.grants().map(\.app)).app(try context.arguments.text(at: 0))
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts(from: 1))
        try client.select(assets, forApp: app, deselects: deselects)
        return .success
    }
}

extension AuthorizationStatus {
    /// What the tool calls the status.
    var word: String {
        switch self {
        case .notDetermined: "ask"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "full"
        case .limited: "limited"
        }
    }

    /// A status that a person can decide on.
    init?(word: String) {
        switch word {
        case "ask": self = .notDetermined
        case "denied": self = .denied
        case "full": self = .authorized
        case "limited": self = .limited
        default: return nil
        }
    }
}
