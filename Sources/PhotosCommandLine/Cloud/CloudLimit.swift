import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos cloud limit`.
enum CloudLimit {
    private static let up = OptionDescription(
        "--up",
        "RATE",
        help: localized("bytes a second to the bucket, such as 500k or 2M")
    )
    private static let down = OptionDescription("--down", "RATE", help: localized("bytes a second from the bucket"))
    private static let requests = OptionDescription(
        "--requests",
        "N",
        help: localized("requests to the bucket a second")
    )
    private static let hours = OptionDescription(
        "--hours",
        "FROM-TO",
        help: localized("synchronise only in these hours of the day, such as 22:00-06:30")
    )

    /// As it is typed.
    private static let none = "off"

    static let limit = CommandDescription(
        "cloud limit",
        summary: localized("Limit what synchronisation takes of the network and the day"),
        discussion: localized(
            """
            Limits that are not named stay; "off" removes one. They apply at once, also to running transfers, and to \
            folders as to stores. Without options it prints the limits.
            """
        ),
        options: [up, down, requests, hours]
    ) { context in
        let client = context.connect()
        guard var settings = try client.cloudStatus().settings else { throw LibraryError.cloudNotSetUp }
        let former = settings.limits
        try read(context.arguments, into: &settings.limits)
        if settings.limits != former { try client.setCloud(settings) }
        var table = TextTable(.left, .left)
        for (name, text) in CloudLimits(settings.limits).values {
            table.append(name, text ?? localized("off|no limit"))
        }
        for line in table.lines { try context.output.printLine(line) }
        return .success
    }

    private static func read(_ arguments: ParsedArguments, into limits: inout TransferLimits) throws(UsageError) {
        try set(&limits.sentBytesPerSecond, up, arguments, rate)
        try set(&limits.receivedBytesPerSecond, down, arguments, rate)
        try set(&limits.requestsPerSecond, requests, arguments) { text in
            UInt64(text).flatMap { TransferLimits.requestRange.contains($0) ? $0 : nil }
        }
        try set(&limits.hours, hours, arguments) { DailyHours($0) }
    }

    private static func rate(_ text: String) -> UInt64? {
        let range = TransferLimits.leastBytesPerSecond...TransferLimits.mostBytesPerSecond
        return SizeText.bytes(from: text).flatMap { UInt64(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }

    private static func set<Value>(
        _ limit: inout Value?,
        _ option: OptionDescription,
        _ arguments: ParsedArguments,
        _ parse: (String) -> Value?
    ) throws(UsageError) {
        guard let text = try arguments.text(option) else { return }
        if text == none {
            limit = nil
            return
        }
        guard let value = parse(text) else {
            throw arguments.usageError(refusal(of: text.sanitized, option))
        }
        limit = value
    }

    /// What the option takes instead.
    private static func refusal(of text: String, _ option: OptionDescription) -> String {
        switch option {
        case hours:
            localized(
                "{option} needs hours such as {example}, or {off}, not {text}",
                ["option": option.name, "example": "22:00-06:30", "off": none, "text": text]
            )
        case requests:
            localized(
                "{option} needs a number from {least} to {most}, or {off}, not {text}",
                [
                    "option": option.name, "least": TransferLimits.requestRange.lowerBound,
                    "most": TransferLimits.requestRange.upperBound, "off": none, "text": text,
                ]
            )
        default:
            localized(
                "{option} needs at least {least}, such as {examples}, or {off}, not {text}",
                [
                    "option": option.name, "least": "10k", "examples": ["500k", "2M"].listed, "off": none,
                    "text": text,
                ]
            )
        }
    }
}
