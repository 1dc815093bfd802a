import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos cloud …` once synchronisation is set up.
enum CloudCommands {
    private static let rebuild = OptionDescription(
        "--rebuild",
        help: localized("rebuild this machine's synchronisation state, when it is damaged")
    )

    private static let abandon = OptionDescription(
        "--abandon-originals",
        help: localized("also when originals are in the bucket alone: they are not shown in full size any more")
    )

    static let status = CommandDescription(
        "cloud status",
        summary: localized(
            "Tell how the library and its bucket stand: what waits, what failed and why, and the other devices"
        ),
        options: [.json]
    ) { context in
        let status = try context.connect().cloudStatus()
        if context.printsJSON {
            try context.output.printJSON(CloudJSON(status))
        } else {
            for line in CloudText.lines(status) { try context.output.printLine(line) }
        }
        return .success
    }

    static let sync = CommandDescription(
        "cloud sync",
        summary: localized("Synchronise now, and wait until it is done"),
        discussion:
            localized(
                "The library does so by itself after changes, and every minute. Exit status 1 means that it failed."
            ),
        options: [rebuild]
    ) { context in
        let command = context.arguments.has(rebuild) ? CloudCommand.rebuild : .synchronize
        return try outcome(CloudWait(context).run(command), context)
    }

    static let pause = CommandDescription(
        "cloud pause",
        summary: localized("Synchronise no more until \"photos cloud resume\"")
    ) {
        try setPaused(true, $0)
    }

    static let resume = CommandDescription("cloud resume", summary: localized("Go on after \"photos cloud pause\"")) {
        try setPaused(false, $0)
    }

    static let devices = CommandDescription(
        "cloud devices",
        summary: localized("List the library's other devices, and when each was last heard of"),
        options: [.json]
    ) { context in
        let status = try context.connect().cloudStatus()
        if status.settings == nil { throw LibraryError.cloudNotSetUp }
        let summary = CloudSummary(status)
        if context.printsJSON {
            try context.output.printJSON(CloudJSON(status).devices)
        } else {
            for line in CloudText.devices(summary) { try context.output.printLine(line) }
            if summary.devices.isEmpty {
                context.messages.say(
                    localized(
                        "no other device yet; \"{command}\" on another machine adds it",
                        ["command": "photos cloud join URL"]
                    )
                )
            }
        }
        return .success
    }

    static let forget = CommandDescription(
        "cloud forget",
        operands: "DEVICE",
        count: 1...1,
        summary: localized("Wait no more for a device that is lost"),
        discussion: localized(
            """
            DEVICE is a name or the beginning of an identifier of "photos cloud devices". What the device had sent \
            stays. Should it come back, it joins anew and nothing is lost.
            """
        )
    ) { context in
        let wanted = try context.arguments.text(at: 0)
        let devices = try context.connect().cloudStatus().report?.devices ?? []
        let found = devices.filter { $0.name == wanted || $0.device.hexadecimal.hasPrefix(wanted.lowercased()) }
        guard let device = found.first, found.count == 1, !wanted.isEmpty else {
            throw CommandFailure(
                found.isEmpty || wanted.isEmpty
                    ? localized(
                        "no device has this name or identifier; \"{command}\" lists them",
                        ["command": "photos cloud devices"]
                    )
                    : localized("several devices have this name; give the beginning of an identifier")
            )
        }
        return try outcome(CloudWait(context).run(.forget(device.device)), context)
    }

    static let verify = CommandDescription(
        "cloud verify",
        summary: localized("Read every file of the library from the bucket and check that it is whole"),
        discussion: localized(
            """
            This reads all that is in the bucket. What is damaged or missing there is sent again from this library. \
            Exit status 1 means that this library does not have it, either.
            """
        ),
        options: [.json]
    ) { context in
        let report = try CloudWait(context).run(.verify)
        guard let result = report.verification, report.phase == .idle else {
            throw CommandFailure(report.localizedReason ?? localized("the bucket could not be verified"))
        }
        if context.printsJSON {
            try context.output.printJSON(CloudJSON.Verification(result))
        } else {
            context.messages.say(CloudSummary.words(result))
            if let advice = CloudSummary.advice(result) { context.messages.say(advice) }
        }
        return result.damaged + result.missing == 0 ? .success : .failure
    }

    static let off = CommandDescription(
        "cloud off",
        summary: localized("End synchronisation; the library and the bucket stay as they are"),
        discussion: localized(
            "The key is removed from this machine: \"photos cloud key\" shows the recovery phrase before."
        ),
        options: [abandon]
    ) { context in
        let client = context.connect()
        guard let settings = try client.cloudStatus().settings else { throw LibraryError.cloudNotSetUp }
        try client.setCloud(nil, abandonsOriginals: context.arguments.has(abandon))
        let name = settings.deviceName.quoted
        context.messages.say(
            localized(
                "the library is not synchronised any more; \"{command}\" on another machine forgets {name}",
                ["command": "photos cloud forget", "name": name]
            )
        )
        return .success
    }

    private static func setPaused(_ isPaused: Bool, _ context: CommandContext) throws -> ExitCode {
        try (isPaused ? CloudAction.pause : .resume).carryOut(context.connect())
        context.messages.say(
            isPaused ? LibraryError.cloudPaused.localizedReason : localized("synchronisation goes on")
        )
        return .success
    }

    private static func outcome(_ report: CloudReport, _ context: CommandContext) throws -> ExitCode {
        guard report.phase == .idle else {
            throw CommandFailure(report.localizedReason ?? localized("the library could not be synchronised"))
        }
        for problem in report.localizedProblems { context.messages.say(problem) }
        guard report.problems.isEmpty else {
            let count = CountText.problems(report.problems.count)
            context.messages.say(
                localized("the library and the bucket are in step but for {problems}", ["problems": count])
            )
            return .failure
        }
        context.messages.say(localized("the library and the bucket are in step"))
        return .success
    }
}
